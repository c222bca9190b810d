package io.counterfoil.application;

import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Passwords as they are: the digest of a real one would take most of the time of these tests. */
public final class PlainPasswords implements PasswordEncoder {

    @Override
    public @Nullable String encode(@Nullable CharSequence password) {
        return password == null ? null : password.toString();
    }

    @Override
    public boolean matches(@Nullable CharSequence password, @Nullable String encoded) {
        return password != null && password.toString().equals(encoded);
    }
}
