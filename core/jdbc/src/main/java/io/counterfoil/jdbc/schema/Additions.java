package io.counterfoil.jdbc.schema;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Chooses those statements of a script that add something: existing tables and indexes are not created again, whatever the names of indexes,
 * and rows are not inserted again.
 *
 * @param tables those that exist
 * @param absent the indexes that do not exist
 * @param unfilled the tables without the rows that the script inserts
 */
record Additions(Set<String> tables, Set<ScriptIndex> absent, Set<String> unfilled) {

    /** On databases without {@code CREATE INDEX IF NOT EXISTS}, the statement that creates an index is chosen first and executed then. */
    private static final Pattern CONTINUED =
            Pattern.compile("(?i)\\s*(?:PREPARE|EXECUTE|DEALLOCATE)\\b.*", Pattern.DOTALL);

    List<String> of(TableScript script) {
        List<String> additions = new ArrayList<>();
        Set<ScriptIndex> withTheirTables =
                new LinkedHashSet<>(ScriptParts.of(script.statements()).indexes());
        boolean last = true;
        for (String statement : script.statements()) {
            ScriptParts.index(statement).ifPresent(withTheirTables::remove);
            last = CONTINUED.matcher(statement).matches() ? last : isNeeded(statement);
            if (last) {
                additions.add(statement);
            }
        }
        withTheirTables.stream()
                .filter(index -> tables.contains(index.table()) && absent.contains(index))
                .map(ScriptIndex::addition)
                .forEach(additions::add);
        return additions;
    }

    private boolean isNeeded(String statement) {
        Optional<String> created = TableScript.created(statement);
        Optional<String> filled = TableScript.filled(statement);
        return created.map(table -> !tables.contains(table)).orElse(true)
                && filled.map(table -> !tables.contains(table) || unfilled.contains(table))
                        .orElse(true)
                && ScriptParts.index(statement).map(absent::contains).orElse(true);
    }
}
