package io.counterfoil.ledger.access;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.api.Problems;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.samples.support.web.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;

/** Authenticates requests by API key, and answers those without a valid key with a problem. Thread-safe. */
final class ApiKeyAuthenticator
        implements AuthenticationManager, AuthenticationEntryPoint, AuthenticationFailureHandler {

    private static final Logger log = LoggerFactory.getLogger(ApiKeyAuthenticator.class);

    private final ApiKeys keys;

    ApiKeyAuthenticator(ApiKeys keys) {
        this.keys = keys;
    }

    /** The owner of the key. Each call queries the database, so that a revoked key is rejected at once. */
    @Override
    public Authentication authenticate(Authentication claim) {
        if (!(claim.getCredentials() instanceof Secret secret)) {
            throw new BadCredentialsException("missing API key");
        }
        try {
            ClientId owner = keys.owner(secret).orElseThrow(() -> new BadCredentialsException("unknown API key"));
            return new PreAuthenticatedAuthenticationToken(owner.value(), "", List.of());
        } catch (DataAccessException failure) {
            log.warn("Database failed: {}", LaunchException.reason(failure));
            throw new AuthenticationServiceException("the database failed", failure);
        }
    }

    @Override
    public void onAuthenticationFailure(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        if (failure instanceof AuthenticationServiceException) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
            refuse(
                    request,
                    response,
                    Problems.unavailable("the request was not executed; it can safely be sent again"));
        } else {
            // RFC 6750, section 3.1. Unknown and revoked keys have the same response.
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"ledger\", error=\"invalid_token\"");
            refuse(request, response, unknown("unknown API key in Authorization"));
        }
    }

    /** For a request without a key. */
    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"ledger\"");
        refuse(request, response, unknown("an API key is required: Authorization: Bearer KEY"));
    }

    private static Problem unknown(String detail) {
        return new Problem(
                401, ProblemTypes.UNKNOWN_CLIENT, "Unknown client", detail, Optional.of(HttpHeaders.AUTHORIZATION));
    }

    /** Answers with a problem, before any lookup by idempotency key. */
    static void refuse(HttpServletRequest request, HttpServletResponse response, Problem problem) throws IOException {
        HeaderNames names = HeaderNames.DEFAULT;
        if (request.getHeader(names.idempotencyKey()) != null) {
            response.setHeader(names.replayed(), "false");
        }
        Refusal.send(problem, response);
    }
}
