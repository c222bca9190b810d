package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.ColumnType;
import java.sql.Types;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types that scripts name, and how drivers report them. */
final class ScriptTypes {

    private static final Pattern TYPE =
            Pattern.compile("(?i)(\\w++)(?:\\s*+\\((\\d+)\\))?+( with time zone)?+(?!\\s*(?:\\[|array\\b|varying\\b))");

    /** Drivers report others under the same code. */
    private static final Set<String> BY_NAME = Set.of("uuid", "timestamptz", "datetime");

    private static final Set<Integer> TEXT = Set.of(Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB);
    private static final Set<Integer> BYTES = Set.of(Types.LONGVARBINARY, Types.BLOB);

    /** Wider numbers are read as well. */
    private static final Map<String, Set<Integer>> CODES = Map.ofEntries(
            Map.entry("smallint", Set.of(Types.SMALLINT, Types.INTEGER, Types.BIGINT)),
            Map.entry("int", Set.of(Types.INTEGER, Types.BIGINT)),
            Map.entry("integer", Set.of(Types.INTEGER, Types.BIGINT)),
            Map.entry("bigint", Set.of(Types.BIGINT)),
            Map.entry("boolean", Set.of(Types.BOOLEAN, Types.BIT, Types.TINYINT)),
            Map.entry("varchar", Set.of(Types.VARCHAR)),
            Map.entry("varbinary", Set.of(Types.VARBINARY)),
            Map.entry("binary", Set.of(Types.BINARY)),
            Map.entry("bytea", Set.of(Types.BINARY)),
            Map.entry("text", TEXT),
            Map.entry("mediumtext", TEXT),
            Map.entry("blob", BYTES),
            Map.entry("mediumblob", BYTES),
            Map.entry("longblob", BYTES),
            Map.entry("timestamp with time zone", Set.of(Types.TIMESTAMP_WITH_TIMEZONE, Types.TIMESTAMP)),
            Map.entry("timestamptz", Set.of(Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE)),
            Map.entry("datetime", Set.of(Types.TIMESTAMP)),
            Map.entry("uuid", Set.of(Types.OTHER, Types.BINARY)));

    private static final Map<String, Integer> SIZES = Map.of(
            "blob", 65_535,
            "mediumblob", 16_777_215,
            "mediumtext", 16_777_215,
            "longblob", Integer.MAX_VALUE);

    private static final int UNLIMITED = 1_000_000_000;

    private static final Set<String> SIZED = Set.of("varchar", "varbinary", "binary");

    private ScriptTypes() {}

    /** The type at the beginning of a column's definition; one without codes where this does not know it: it is not compared. */
    static ColumnType of(String definition) {
        Matcher type = TYPE.matcher(definition);
        if (!type.lookingAt()) {
            return new ColumnType(definition, Set.of(), 0);
        }
        String word = word(type.group(1)) + (type.group(3) == null ? "" : " with time zone");
        int size = SIZED.contains(word) && type.group(2) != null
                ? Integer.parseInt(type.group(2))
                : SIZES.getOrDefault(word, 0);
        return new ColumnType(type.group(), CODES.getOrDefault(word, Set.of()), size);
    }

    /** Whether a column that exists is of a type, or of a wider one. A longer {@code binary(n)} returns more than it was given. */
    static boolean matches(ColumnType needed, FoundColumn found) {
        if (needed.codes().isEmpty()) {
            return true;
        }
        String word = word(needed.name().split("\\W", 2)[0]);
        return needed.codes().contains(found.type())
                && isSized(word, needed.size(), found)
                && (!BY_NAME.contains(word) || found.isNamed(word))
                && !found.ignoresCase();
    }

    private static boolean isSized(String word, int size, FoundColumn found) {
        return switch (word) {
            case "binary" -> size == 0 || found.size() == size;
            // In PostgreSQL and in H2's modes it is a varchar without a length.
            case "text" -> found.type() != Types.VARCHAR || found.size() >= UNLIMITED || found.isNamed(word);
            default -> found.size() >= size;
        };
    }

    private static String word(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
