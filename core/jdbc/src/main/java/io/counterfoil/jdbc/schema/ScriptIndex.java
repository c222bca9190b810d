package io.counterfoil.jdbc.schema;

import java.util.List;

/** An index of a table that begins with these columns; names are in lower case. */
record ScriptIndex(String table, List<String> columns) {

    @Override
    public String toString() {
        return table + " (" + String.join(", ", columns) + ")";
    }
}
