package io.counterfoil.ledger.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The secret of an API key: {@code cfk_} and 256 random bits. It is shown to its owner once, and neither stored nor
 * logged. An immutable value.
 *
 * <p>It is hashed with a fast hash. Passwords need a slow one, such as bcrypt, because they can be guessed; 256 random
 * bits cannot be guessed, and a slow hash would delay every request. For the same reason there is no salt, so a key is
 * found by its hash.
 *
 * <p>Comparison in constant time is unnecessary. The database index compares hashes: its duration may reveal the length
 * of a common prefix of two hashes, but an attacker cannot construct a key whose hash has a longer one.
 */
final class Secret {

    private static final String PREFIX = "cfk_";
    private static final int RANDOM_BYTES = 32;
    private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String text;

    private Secret(String text) {
        this.text = text;
    }

    /** Generates a secret. */
    static Secret random() {
        byte[] random = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(random);
        return new Secret(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random));
    }

    /** Parses a secret; empty where the text is malformed, so that no lookup is needed. */
    static Optional<Secret> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new Secret(text)) : Optional.empty();
    }

    /** The secret as text, to be shown to its owner. */
    String reveal() {
        return text;
    }

    /** The SHA-256 digest, which is stored. */
    byte[] hash() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Does not contain the secret. */
    @Override
    public String toString() {
        return PREFIX + "...";
    }
}
