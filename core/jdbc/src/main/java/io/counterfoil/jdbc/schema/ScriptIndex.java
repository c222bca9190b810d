package io.counterfoil.jdbc.schema;

import java.util.List;

/**
 * An index of a table that begins with these columns; names are in lower case.
 *
 * @param unique whether it has these columns only, and no two rows have the same values in them
 */
record ScriptIndex(String table, List<String> columns, boolean unique) {

    ScriptIndex {
        columns = List.copyOf(columns);
    }

    /** What is reported where it does not exist. */
    String missing() {
        return (unique ? "unique index on " : "index on ") + this + " is missing";
    }

    /** The statement that adds it to a table whose script creates it with the table. */
    String addition() {
        return "CREATE %sINDEX %s_%s ON %s".formatted(unique ? "UNIQUE " : "", table, String.join("_", columns), this);
    }

    @Override
    public String toString() {
        return table + " (" + String.join(", ", columns) + ")";
    }
}
