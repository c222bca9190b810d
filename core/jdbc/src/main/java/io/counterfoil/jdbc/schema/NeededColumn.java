package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.ColumnType;

/**
 * What this version needs of a column.
 *
 * @param filled whether it must refuse NULL; otherwise it must take it
 * @param defaulted whether rows are inserted without it
 */
record NeededColumn(String name, ColumnType type, boolean filled, boolean defaulted) {

    NeededColumn optional() {
        return new NeededColumn(name, type, false, defaulted);
    }

    NeededColumn withDefault() {
        return new NeededColumn(name, type, filled, true);
    }
}
