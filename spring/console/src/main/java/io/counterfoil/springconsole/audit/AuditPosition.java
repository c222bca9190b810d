package io.counterfoil.springconsole.audit;

import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.springboot.records.BadParameterException;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in the list of decisions, as a text that a URL carries unchanged.
 *
 * @param micros when the decision was made, in microseconds since 1970
 * @param id of its entry
 */
public record AuditPosition(long micros, UUID id) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})\\.([0-9a-f-]{36})");

    /** That of an entry. */
    static AuditPosition of(AuditEntry entry) {
        return new AuditPosition(Micros.of(entry.at()), entry.id());
    }

    /** @throws BadParameterException when the text is none that {@link #toString} made */
    static AuditPosition parse(String field, String text) {
        Matcher found = TEXT.matcher(text);
        if (found.matches()) {
            try {
                return new AuditPosition(Long.parseLong(found.group(1)), UUID.fromString(found.group(2)));
            } catch (IllegalArgumentException damaged) {
                throw unreadable(field);
            }
        }
        throw unreadable(field);
    }

    private static BadParameterException unreadable(String field) {
        return new BadParameterException(field, "is no position in this list; copy it completely from a list");
    }

    @Override
    public String toString() {
        return micros + "." + id;
    }
}
