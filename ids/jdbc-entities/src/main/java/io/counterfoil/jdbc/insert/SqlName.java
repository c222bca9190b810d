package io.counterfoil.jdbc.insert;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The name of a table or column, checked so that it cannot be anything else once it is part of a statement.
 *
 * @param text as written: plain, or between double quotes
 */
record SqlName(String text) {

    /** PostgreSQL's limit, in characters: it cuts longer names off without a word. */
    private static final int MAX_LENGTH = 63;

    /** Within the quotes there is no quote of any dialect: nothing to escape, and no way out. */
    private static final String PART =
            "(?:[A-Za-z_][A-Za-z0-9_]{0,%1$s}|\"[^\"`\\p{Cc}]{1,%2$s}\")".formatted(MAX_LENGTH - 1, MAX_LENGTH);

    private static final Pattern COLUMN = Pattern.compile(PART);
    private static final Pattern TABLE = Pattern.compile(PART + "(?:\\." + PART + ")?");
    private static final int SHOWN = 80;

    /** Columns: at least one, none of them twice. */
    static List<SqlName> columns(String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("at least one column must be named");
        }
        List<SqlName> columns = new ArrayList<>(names.length);
        for (String name : names) {
            SqlName column = checked("column", COLUMN, name);
            if (columns.stream().anyMatch(column::sameAs)) {
                throw new IllegalArgumentException("the column %s is named twice".formatted(name));
            }
            columns.add(column);
        }
        return List.copyOf(columns);
    }

    static SqlName table(String name) {
        return checked("table", TABLE, name);
    }

    private static SqlName checked(String what, Pattern pattern, String name) {
        if (!pattern.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a %s must have 1 to %s letters, digits and underscores and not start with a digit, or have 1 to %s characters other than quotes between double quotes; it is <%s>"
                            .formatted(what, MAX_LENGTH, MAX_LENGTH, shown(name)));
        }
        return new SqlName(name);
    }

    private static String shown(String name) {
        String start = name.length() > SHOWN ? name.substring(0, SHOWN) + "..." : name;
        return start.replaceAll("[^ -~]", "?");
    }

    /** Whether both stand for one column in every database. */
    boolean sameAs(SqlName other) {
        return folded().equals(other.folded());
    }

    private String folded() {
        return text.startsWith("\"") ? text : text.toLowerCase(Locale.ROOT);
    }

    String in(InsertDialect dialect) {
        return dialect.delimited(text);
    }
}
