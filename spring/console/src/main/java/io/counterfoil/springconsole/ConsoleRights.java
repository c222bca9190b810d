package io.counterfoil.springconsole;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the user of a request may do in the console, by the roles of its principal. The empty text as a role asks for no user. Immutable and
 * thread-safe.
 *
 * @param viewRole to see
 * @param actRole to act; it permits to see, too
 * @param resultRole to see stored responses; empty when no user has the right
 */
public record ConsoleRights(String viewRole, String actRole, Optional<String> resultRole) {

    /**
     * {@return whether the user may see the console}
     *
     * @param request that of the user
     */
    public boolean maySee(HttpServletRequest request) {
        return has(request, viewRole) || mayAct(request);
    }

    /**
     * {@return whether the user may act}
     *
     * @param request that of the user
     */
    public boolean mayAct(HttpServletRequest request) {
        return has(request, actRole);
    }

    /**
     * {@return whether the user may see stored responses}
     *
     * @param request that of the user
     */
    public boolean maySeeResults(HttpServletRequest request) {
        return maySee(request) && resultRole.filter(role -> has(request, role)).isPresent();
    }

    private static boolean has(HttpServletRequest request, String role) {
        return role.isEmpty() || (request.getUserPrincipal() != null && request.isUserInRole(role));
    }

    /**
     * {@return the user's name, for the log and the audit; {@code anonymous} where there is none}
     *
     * @param request that of the user
     */
    public static String user(HttpServletRequest request) {
        Principal principal = request.getUserPrincipal();
        return principal == null ? "anonymous" : String.valueOf(principal.getName());
    }

    /** {@return what every user may do, in words; empty where each right requires a role} */
    public List<String> openToAll() {
        List<String> open = new ArrayList<>();
        if (viewRole.isEmpty()) {
            open.add("see records (counterfoil.console.view-role is empty)");
        }
        if (actRole.isEmpty()) {
            open.add("act (counterfoil.management.role is empty)");
        }
        if (resultRole.filter(String::isEmpty).isPresent()) {
            open.add("see stored responses (counterfoil.console.result-role is empty)");
        }
        return open;
    }
}
