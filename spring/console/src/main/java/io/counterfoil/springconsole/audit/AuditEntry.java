package io.counterfoil.springconsole.audit;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A decision of an operator that took effect.
 *
 * @param id of the entry
 * @param subject on what
 * @param action what was decided: {@code happened}
 * @param by who decided
 * @param reason why, in the operator's words
 * @param at when, by the database's clock
 */
public record AuditEntry(UUID id, AuditSubject subject, String action, String by, String reason, Instant at) {

    /** {@return the entry as an object of JSON} */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", subject.kind());
        json.put("subject", subject.name());
        json.put("client", subject.client());
        json.put("operation", subject.operation());
        json.put("action", action);
        json.put("by", by);
        json.put("reason", reason);
        json.put("at", at.toString());
        return json;
    }
}
