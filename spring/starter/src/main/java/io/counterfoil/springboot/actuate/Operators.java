package io.counterfoil.springboot.actuate;

import io.counterfoil.springboot.records.OperatorLog;
import io.counterfoil.springboot.records.RecordProblems;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Who may act on records: an authenticated principal in a role, which the empty text does not ask for. */
record Operators(String role) {

    /** Refuses who is no operator; empty for one who is. */
    Optional<WebEndpointResponse<Map<String, Object>>> refusal(SecurityContext security, String action, String id) {
        if (security.getPrincipal() != null && (role.isEmpty() || security.isUserInRole(role))) {
            return Optional.empty();
        }
        OperatorLog.rejected(action, name(security), id);
        String who = role.isEmpty() ? "" : " in the role " + role;
        return Optional.of(Answer.problem(RecordProblems.notAnOperator(
                "only an authenticated principal" + who + " may " + action + " a record")));
    }

    static String name(SecurityContext security) {
        Principal principal = security.getPrincipal();
        return principal == null ? "-" : String.valueOf(principal.getName());
    }
}
