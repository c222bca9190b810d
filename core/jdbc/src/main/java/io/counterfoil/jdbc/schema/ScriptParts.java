package io.counterfoil.jdbc.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
 * @param columns of each table, in order
 * @param primaryKeys the columns of each table's primary key, in order
 * @param indexes those besides primary keys
 * @param changed the tables that a later statement changes in a way which is not followed: only the names of their columns are known
 */
record ScriptParts(
        Map<String, List<ScriptColumn>> columns,
        Map<String, List<String>> primaryKeys,
        List<ScriptIndex> indexes,
        Set<String> changed) {

    private static final Pattern TABLE =
            Pattern.compile("(?is)\\s*CREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(\\w+)\\s*(\\(.*)");
    private static final Pattern INDEX = Pattern.compile(
            "(?i)CREATE\\s+(UNIQUE\\s+)?INDEX\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?\\w+\\s+ON\\s+(\\w+)\\s*\\(([\\w\\s,]+)\\)(?!\\s*(?:WHERE|INCLUDE)\\b)");
    private static final Pattern KEY =
            Pattern.compile("(?is)(UNIQUE\\b\\s*)?(?:(?:KEY|INDEX)\\s+\\w+\\s*)?\\(([\\w\\s,]+)\\)");
    private static final Pattern PRIMARY =
            Pattern.compile("(?is)(?:CONSTRAINT\\s+\\S+\\s+)?PRIMARY\\s+KEY\\s*\\(([\\w\\s,]+)\\)");
    private static final Set<String> NO_COLUMN = Set.of(
            "primary", "unique", "key", "index", "constraint", "check", "foreign", "like", "exclude", "fulltext");

    static ScriptParts of(List<String> statements) {
        ScriptParts parts = new ScriptParts(new HashMap<>(), new HashMap<>(), new ArrayList<>(), new HashSet<>());
        for (String statement : statements) {
            index(statement).ifPresent(parts.indexes::add);
            Matcher table = TABLE.matcher(statement);
            if (table.lookingAt()) {
                String name = lower(table.group(1));
                parts(table.group(2)).forEach(part -> parts.add(name, part));
            }
            ScriptChange.of(statement).ifPresent(change -> change.apply(parts));
        }
        return parts;
    }

    private void add(String table, String part) {
        String first = lower(part.split("[\\s(]+", 2)[0]);
        Matcher primary = PRIMARY.matcher(part);
        Matcher key = KEY.matcher(part);
        if (!NO_COLUMN.contains(first)) {
            String name = first.replaceAll("[\"`]", "");
            add(table, new ScriptColumn(name, part.substring(first.length()).strip()));
        } else if (primary.lookingAt()) {
            primaryKeys.put(table, names(primary.group(1)));
        } else if (key.lookingAt()) {
            indexes.add(new ScriptIndex(table, names(key.group(2)), key.group(1) != null));
        }
    }

    /** A column, and the keys that it alone is. */
    void add(String table, ScriptColumn column) {
        columns.computeIfAbsent(table, any -> new ArrayList<>()).add(column);
        if (column.isKey()) {
            primaryKeys.put(table, List.of(column.name()));
        } else if (column.isUnique()) {
            indexes.add(new ScriptIndex(table, List.of(column.name()), true));
        }
    }

    /** What is needed of a table. */
    SchemaTable needed(String table) {
        return new SchemaTable(
                table,
                columns.getOrDefault(table, List.of()).stream()
                        .map(ScriptColumn::needed)
                        .toList(),
                primaryKeys.getOrDefault(table, List.of()),
                "");
    }

    /** The index that a statement creates, also one that another statement executes. */
    static Optional<ScriptIndex> index(String statement) {
        Matcher index = INDEX.matcher(statement);
        return index.find()
                ? Optional.of(new ScriptIndex(lower(index.group(2)), names(index.group(3)), index.group(1) != null))
                : Optional.empty();
    }

    static List<String> names(String columns) {
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

    static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
