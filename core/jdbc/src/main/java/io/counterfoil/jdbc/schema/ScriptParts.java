package io.counterfoil.jdbc.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts that a script creates, in lower case.
 *
 * @param columns the definitions of a table's columns, by their names
 * @param indexes those besides primary keys
 */
record ScriptParts(Map<String, Map<String, String>> columns, List<ScriptIndex> indexes) {

    private static final Pattern TABLE =
            Pattern.compile("(?is)\\s*CREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(\\w+)\\s*(\\(.*)");
    private static final Pattern INDEX = Pattern.compile(
            "(?i)CREATE\\s+(?:UNIQUE\\s+)?INDEX\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?\\w+\\s+ON\\s+(\\w+)\\s*\\(([\\w\\s,]+)\\)");
    private static final Pattern KEY =
            Pattern.compile("(?is)(?:UNIQUE\\s+)?(?:KEY|INDEX)\\s+\\w+\\s*\\(([\\w\\s,]+)\\)");
    private static final Set<String> NO_COLUMN =
            Set.of("primary", "unique", "key", "index", "constraint", "check", "foreign");

    static ScriptParts of(List<String> statements) {
        Map<String, Map<String, String>> columns = new HashMap<>();
        List<ScriptIndex> indexes = new ArrayList<>();
        for (String statement : statements) {
            index(statement).ifPresent(indexes::add);
            Matcher table = TABLE.matcher(statement);
            if (table.lookingAt()) {
                String name = lower(table.group(1));
                for (String part : parts(table.group(2))) {
                    String first = lower(part.split("[\\s(]+", 2)[0]);
                    Matcher key = KEY.matcher(part);
                    if (!NO_COLUMN.contains(first)) {
                        columns.computeIfAbsent(name, any -> new HashMap<>())
                                .put(first, part.substring(first.length()).strip());
                    } else if (key.lookingAt()) {
                        indexes.add(new ScriptIndex(name, names(key.group(1))));
                    }
                }
            }
        }
        return new ScriptParts(columns, indexes);
    }

    /** The index that a statement creates, also one that another statement executes. */
    static Optional<ScriptIndex> index(String statement) {
        Matcher index = INDEX.matcher(statement);
        return index.find()
                ? Optional.of(new ScriptIndex(lower(index.group(1)), names(index.group(2))))
                : Optional.empty();
    }

    private static List<String> names(String columns) {
        return Stream.of(columns.split(","))
                .map(column -> lower(column.strip().split("\\s+", 2)[0]))
                .collect(Collectors.toList());
    }

    /** What is between the first parenthesis and its end, at each comma that is in no further one. */
    private static List<String> parts(String body) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 1;
        for (int i = 0; i < body.length(); i++) {
            char at = body.charAt(i);
            depth += at == '(' ? 1 : at == ')' ? -1 : 0;
            if (depth == 0 || (depth == 1 && at == ',')) {
                parts.add(body.substring(begin, i).strip().replaceAll("\\s+", " "));
                begin = i + 1;
            }
            if (depth == 0) {
                break;
            }
        }
        return parts;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
