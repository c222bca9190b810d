package io.counterfoil.springconsole.page;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import org.springframework.security.web.csrf.CsrfToken;

/** The token that Spring Security wants with every request that changes something. Loaded only where it is on the class path. */
final class SecurityTokens {

    private SecurityTokens() {}

    /** Reading the token creates it, and the session or cookie that keeps it. */
    static Optional<Map<String, String>> of(HttpServletRequest request) {
        return request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token
                ? Optional.of(Map.of("header", token.getHeaderName(), "token", token.getToken()))
                : Optional.empty();
    }
}
