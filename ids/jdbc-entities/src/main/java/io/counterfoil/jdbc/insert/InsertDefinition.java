package io.counterfoil.jdbc.insert;

import io.counterfoil.jdbc.dialect.SqlDialect;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which row is inserted, and which are its columns.
 *
 * @param keyPositions where among the columns those of the key are, from 0
 * @param insert the statement of the first attempt, which takes all values
 * @param insertAgain the statement of further attempts
 * @param load the query that takes the values of the key, and sees what any query sees
 * @param select the query that takes the values of the key, and sees what is committed now, where the database can
 */
record InsertDefinition(
        SqlDialect dialect,
        InsertDialect inserts,
        SqlName table,
        List<SqlName> columns,
        List<Integer> keyPositions,
        String insert,
        String insertAgain,
        String load,
        String select)
        implements InsertOrFind.Reading {

    static InsertDefinition of(SqlDialect dialect, SqlName table, List<SqlName> columns, List<SqlName> key) {
        return of(
                dialect,
                table,
                columns,
                key.stream().map(part -> position(part, columns)).toList(),
                columns);
    }

    private static InsertDefinition of(
            SqlDialect dialect,
            SqlName table,
            List<SqlName> columns,
            List<Integer> keyPositions,
            List<SqlName> returned) {
        List<SqlName> keyNames = keyPositions.stream().map(columns::get).toList();
        InsertDialect inserts = InsertDialects.of(dialect);
        String name = table.in(inserts);
        String key = list(keyNames, inserts);
        String answer = list(returned, inserts);
        String values = String.join(", ", Collections.nCopies(columns.size(), "?"));
        String into = "INSERT INTO %s (%s) VALUES (%s)".formatted(name, list(columns, inserts), values);
        String keyed = keyNames.stream().map(part -> part.in(inserts) + " = ?").collect(Collectors.joining(" AND "));
        String load = "SELECT %s FROM %s WHERE %s".formatted(answer, name, keyed);
        return new InsertDefinition(
                dialect,
                inserts,
                table,
                columns,
                keyPositions,
                inserts.insert(into, name, key, answer),
                inserts.insertAgain(into, key, answer),
                load,
                load + inserts.currentRead());
    }

    private static int position(SqlName part, List<SqlName> columns) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).sameAs(part)) {
                return i;
            }
        }
        throw new IllegalArgumentException(
                "the key's column %s is not one of the columns %s".formatted(part.text(), texts(columns)));
    }

    @Override
    public InsertOrFind.Reading returning(String... names) {
        return of(dialect, table, columns, keyPositions, SqlName.columns(names));
    }

    @Override
    public <T> InsertOrFind<T> reading(InsertOrFind.RowReader<T> reader) {
        return new InsertOrFind<>(this, reader);
    }

    void check(@Nullable Object[] values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException("%s values expected, for the columns %s of %s; found %s"
                    .formatted(columns.size(), texts(columns), table.text(), values.length));
        }
        for (int position : keyPositions) {
            if (values[position] == null) {
                throw new IllegalArgumentException(
                        "the key's column %s of %s is null: no later insert would find this row"
                                .formatted(columns.get(position).text(), table.text()));
            }
        }
    }

    void checkKey(Object[] key) {
        if (key.length != keyPositions.size()) {
            throw new IllegalArgumentException(
                    "%s values expected, for the key %s; found %s".formatted(keyPositions.size(), this, key.length));
        }
    }

    @Nullable
    Object[] keyOf(@Nullable Object[] values) {
        return keyPositions.stream().map(position -> values[position]).toArray();
    }

    private static String list(List<SqlName> names, InsertDialect dialect) {
        return names.stream().map(name -> name.in(dialect)).collect(Collectors.joining(", "));
    }

    private static String texts(List<SqlName> names) {
        return names.stream().map(SqlName::text).collect(Collectors.joining(", ", "(", ")"));
    }

    @Override
    public String toString() {
        return texts(keyPositions.stream().map(columns::get).toList()) + " of " + table.text();
    }
}
