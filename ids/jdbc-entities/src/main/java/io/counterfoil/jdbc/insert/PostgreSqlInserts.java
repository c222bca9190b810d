package io.counterfoil.jdbc.insert;

/**
 * PostgreSQL, and databases with its {@code ON CONFLICT}.
 *
 * @param checksKey whether the first attempt has the database check that the key is unique; where rows are on several nodes that would be a
 *     second statement, and check nothing
 */
record PostgreSqlInserts(boolean checksKey) implements InsertDialect {

    /**
     * Any unique key may keep the row from being inserted. With the key alone as the conflict's target, two concurrent inserts of
     * one row would violate the other keys of the table. The query, and {@link #insertAgain}, show which key it was. The first
     * part inserts nothing: with it the database checks that the key is unique, as for every conflict target.
     */
    @Override
    public String insert(String into, String table, String key, String returned) {
        String check = checksKey
                ? "WITH counterfoil_key AS (INSERT INTO %s (%s) SELECT %s FROM %s WHERE false ON CONFLICT (%s) DO NOTHING) "
                        .formatted(table, key, key, table, key)
                : "";
        return check + into + " ON CONFLICT DO NOTHING RETURNING " + returned;
    }

    @Override
    public String insertAgain(String into, String key, String returned) {
        return into + " ON CONFLICT (" + key + ") DO NOTHING RETURNING " + returned;
    }

    @Override
    public boolean survivesFailedStatements() {
        return false;
    }
}
