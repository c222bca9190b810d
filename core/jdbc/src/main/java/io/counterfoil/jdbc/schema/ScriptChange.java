package io.counterfoil.jdbc.schema;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement that changes a table which an earlier one creates, also within a block: scripts that distribute tables have such statements.
 *
 * @param table in lower case
 * @param actions of {@code ALTER TABLE}
 */
record ScriptChange(String table, String actions) {

    private static final Pattern ALTER = Pattern.compile("(?is)\\bALTER\\s+TABLE\\s+(\\w+)\\s([^;]+)");
    private static final Pattern ADDED =
            Pattern.compile("(?i)\\bADD\\s+COLUMN\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(\\w+)\\s+([^,]+)");
    private static final Pattern PRIMARY = Pattern.compile("(?i)\\bADD\\s+PRIMARY\\s+KEY\\s*\\(([^)]+)\\)");
    private static final Pattern IDENTITY = Pattern.compile("(?i)\\bALTER\\s+COLUMN\\s+(\\w+)\\s+DROP\\s+IDENTITY");
    private static final Pattern FOLLOWED = Pattern.compile(
            "(?i)\\s*(?:ADD\\s+(?:COLUMN|PRIMARY\\s+KEY)|ALTER\\s+COLUMN\\s+\\w+\\s+DROP\\s+IDENTITY|DROP\\s+CONSTRAINT)\\b.*",
            Pattern.DOTALL);
    private static final Pattern NEXT = Pattern.compile(",(?![^(]*\\))");
    private static final Pattern DROPPED = Pattern.compile("(?i)\\bDROP\\s+CONSTRAINT\\b");

    static Optional<ScriptChange> of(String statement) {
        Matcher alter = ALTER.matcher(statement);
        return alter.find()
                ? Optional.of(new ScriptChange(ScriptParts.lower(alter.group(1)), alter.group(2)))
                : Optional.empty();
    }

    /** Changes these parts. */
    void apply(ScriptParts parts) {
        if (!NEXT.splitAsStream(actions)
                .allMatch(action -> FOLLOWED.matcher(action).matches())) {
            parts.changed().add(table);
        }
        ADDED.matcher(actions)
                .results()
                .forEach(added -> parts.add(
                        table,
                        new ScriptColumn(
                                ScriptParts.lower(added.group(1)),
                                added.group(2).strip().replaceAll("\\s+", " "))));
        IDENTITY.matcher(actions).results().forEach(dropped -> withoutDefault(parts, dropped.group(1)));
        if (DROPPED.matcher(actions).find()) {
            parts.indexes().removeIf(index -> index.unique() && index.table().equals(table));
        }
        PRIMARY.matcher(actions)
                .results()
                .forEach(key -> parts.primaryKeys().put(table, ScriptParts.names(key.group(1))));
    }

    private void withoutDefault(ScriptParts parts, String column) {
        List<ScriptColumn> known = parts.columns().get(table);
        if (known != null) {
            known.replaceAll(each -> each.name().equalsIgnoreCase(column) ? each.withoutDefault() : each);
        }
    }
}
