package io.counterfoil.springconsole.audit;

import io.counterfoil.springconsole.ConsoleController;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Decisions of operators, the newest first. */
@ConsoleController
public final class DecisionsController {

    private static final int PAGE = 100;

    private final Optional<ConsoleAudit> audit;

    /** @param audit empty where the application has no database for it */
    public DecisionsController(Optional<ConsoleAudit> audit) {
        this.audit = audit;
    }

    /**
     * {@return a page of decisions, the newest first, and {@code next} where there are more}
     *
     * @param cursor {@code next} of the page before; {@code null} for the first page
     */
    @GetMapping("/counterfoil/api/decisions")
    public Map<String, Object> list(@RequestParam(name = "cursor", required = false) @Nullable String cursor) {
        Optional<AuditPosition> after = Optional.ofNullable(cursor).map(text -> AuditPosition.parse("cursor", text));
        List<AuditEntry> found = audit.map(table -> table.list(after, PAGE + 1)).orElse(List.of());
        List<AuditEntry> page = found.subList(0, Math.min(PAGE, found.size()));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("decisions", page.stream().map(AuditEntry::json).toList());
        if (found.size() > PAGE) {
            json.put("next", AuditPosition.of(page.get(PAGE - 1)).toString());
        }
        return json;
    }
}
