package io.counterfoil.springboot.actuate;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Who may act on records: an authenticated principal in a role. What is done, and what is refused, is logged at WARN with who it
 * was, under the request's correlation ID.
 */
record Operators(String role) {

    private static final Logger log = LoggerFactory.getLogger(Operators.class);

    private static final int LONGEST_NAME = 255;

    /** Refuses who is no operator; empty for one who is. */
    Optional<WebEndpointResponse<Map<String, Object>>> refusal(SecurityContext security, String action, String id) {
        if (security.getPrincipal() != null && security.isUserInRole(role)) {
            return Optional.empty();
        }
        log.warn("Action on a record rejected [action={}] [by={}] [id={}]", action, name(security), readable(id));
        return Optional.of(Answer.problem(
                403,
                Answer.NOT_AN_OPERATOR,
                "Not an operator",
                "only an authenticated principal in the role " + role + " may " + action + " a record"));
    }

    /** Logs what an operator did. */
    static void audit(SecurityContext security, String action, IdempotencyKey key, boolean done) {
        log.warn(
                "Action on a record {} [action={}] [by={}] [request_id={}] [client={}] [operation={}]",
                done ? "done" : "had nothing to act on",
                action,
                name(security),
                key.requestId(),
                key.client(),
                key.operation());
    }

    /** Under the current correlation ID; under a fresh one where there is none, as on a port of the actuator's own. */
    static <T> T correlated(Supplier<T> work) {
        if (Correlation.current().isPresent()) {
            return work.get();
        }
        Correlation.Scope scope = Correlation.open(CorrelationId.fresh());
        try (scope) {
            return work.get();
        }
    }

    private static String name(SecurityContext security) {
        Principal principal = security.getPrincipal();
        return principal == null ? "-" : readable(String.valueOf(principal.getName()));
    }

    /** Nothing that could end a log line, or fill the log. */
    private static String readable(String text) {
        String cut = text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "...";
        return cut.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", "?");
    }
}
