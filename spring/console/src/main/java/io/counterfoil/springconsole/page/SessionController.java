package io.counterfoil.springconsole.page;

import io.counterfoil.springconsole.ConsoleController;
import io.counterfoil.springconsole.ConsolePanel;
import io.counterfoil.springconsole.ConsoleRights;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;

/** Who the user is, what the user may do, and which panels there are. */
@ConsoleController
final class SessionController {

    private final ConsoleRights rights;
    private final List<Map<String, String>> panels;
    private final CsrfTokens tokens;
    private final boolean audited;

    SessionController(ConsoleRights rights, List<ConsolePanel> panels, CsrfTokens tokens, boolean audited) {
        this.rights = rights;
        this.panels = panels.stream()
                .sorted(Comparator.comparingInt(ConsolePanel::order))
                .map(panel -> Map.of("id", panel.id(), "title", panel.title(), "module", panel.module()))
                .toList();
        this.tokens = tokens;
        this.audited = audited;
    }

    @GetMapping("/counterfoil/api/session")
    Map<String, Object> session(HttpServletRequest request) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("user", ConsoleRights.user(request));
        json.put("act", rights.mayAct(request));
        json.put("results", rights.maySeeResults(request));
        json.put("audit", audited);
        json.put("panels", panels);
        tokens.of(request).ifPresent(token -> json.put("csrf", token));
        return json;
    }

    /** The token of Spring Security, where it is on the class path. */
    @FunctionalInterface
    interface CsrfTokens {

        /** Name and value of the header field; empty where actions need none. */
        Optional<Map<String, String>> of(HttpServletRequest request);
    }
}
