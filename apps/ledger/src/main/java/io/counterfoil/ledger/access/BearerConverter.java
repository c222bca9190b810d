package io.counterfoil.ledger.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.AuthenticationConverter;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;

/** Reads an API key from {@code Authorization: Bearer …} (RFC 6750, section 2.1). */
final class BearerConverter implements AuthenticationConverter {

    private static final String SCHEME = "bearer ";

    /**
     * A token whose credentials are a {@link Secret}; null without the field.
     *
     * @throws BadCredentialsException when the field does not contain an API key
     */
    @Override
    public @Nullable Authentication convert(HttpServletRequest request) {
        List<String> values = Collections.list(request.getHeaders(HttpHeaders.AUTHORIZATION));
        if (values.isEmpty()) {
            return null;
        }
        String value = values.get(0);
        if (values.size() > 1 || !value.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            throw new BadCredentialsException("requires exactly one Authorization field with the scheme Bearer");
        }
        Secret secret = Secret.parse(value.substring(SCHEME.length()).strip())
                .orElseThrow(() -> new BadCredentialsException("malformed API key"));
        return new PreAuthenticatedAuthenticationToken("(an API key's owner)", secret);
    }
}
