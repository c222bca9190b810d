package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.SchemaDialect;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the database knows of the tables of a connection's schema; names are in lower case. */
record TableCatalog(Connection connection, SchemaDialect dialect) {

    /** The columns of a table by their names; empty where there is none. */
    Map<String, FoundColumn> columns(String table) throws SQLException {
        Map<String, FoundColumn> columns = new HashMap<>();
        try (ResultSet row =
                metaData().getColumns(catalog(), dialect.schemaOf(connection, table), stored(table), null)) {
            while (row.next()) {
                columns.put(
                        lower(row.getString("COLUMN_NAME")),
                        new FoundColumn(
                                row.getInt("DATA_TYPE"),
                                row.getString("TYPE_NAME"),
                                row.getInt("COLUMN_SIZE"),
                                row.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
                                row.getString("COLUMN_DEF") != null
                                        || "YES".equals(row.getString("IS_AUTOINCREMENT"))
                                        || "YES".equals(row.getString("IS_GENERATEDCOLUMN"))));
            }
        }
        return columns;
    }

    /** The columns of the primary key, in order. */
    List<String> primaryKey(String table) throws SQLException {
        Map<Integer, String> parts = new HashMap<>();
        try (ResultSet row = metaData().getPrimaryKeys(catalog(), dialect.schemaOf(connection, table), stored(table))) {
            while (row.next()) {
                parts.put(row.getInt("KEY_SEQ"), lower(row.getString("COLUMN_NAME")));
            }
        }
        return parts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Whether an index over all rows begins with these columns. */
    boolean isIndexed(String table, List<String> columns) throws SQLException {
        return isThere(new ScriptIndex(table, columns, false));
    }

    /** Whether an index could be created, because its columns exist, and does not exist. */
    boolean isMissing(ScriptIndex index) throws SQLException {
        return columns(index.table()).keySet().containsAll(index.columns()) && !isThere(index);
    }

    private boolean isThere(ScriptIndex needed) throws SQLException {
        return indexes(needed.table()).stream().anyMatch(found -> found.serves(needed));
    }

    /** An index over all rows that queries use. */
    private record FoundIndex(List<String> columns, boolean unique) {

        boolean serves(ScriptIndex needed) {
            return needed.unique()
                    ? unique && Set.copyOf(columns).equals(Set.copyOf(needed.columns()))
                    : columns.size() >= needed.columns().size()
                            && columns.subList(0, needed.columns().size()).equals(needed.columns());
        }
    }

    private List<FoundIndex> indexes(String table) throws SQLException {
        Map<String, TreeMap<Integer, String>> indexes = new HashMap<>();
        Set<String> unique = new HashSet<>();
        Set<String> unusable = new HashSet<>(dialect.invalidIndexes(connection, table));
        try (ResultSet row =
                metaData().getIndexInfo(catalog(), dialect.schemaOf(connection, table), stored(table), false, true)) {
            while (row.next()) {
                String name = row.getString("INDEX_NAME");
                String column = row.getString("COLUMN_NAME");
                if (name != null && column != null) {
                    indexes.computeIfAbsent(name, any -> new TreeMap<>())
                            .put(row.getInt("ORDINAL_POSITION"), lower(column));
                    if (row.getString("FILTER_CONDITION") != null) {
                        unusable.add(name);
                    }
                    if (!row.getBoolean("NON_UNIQUE")) {
                        unique.add(name);
                    }
                }
            }
        }
        indexes.keySet().removeAll(unusable);
        return indexes.entrySet().stream()
                .map(index -> new FoundIndex(List.copyOf(index.getValue().values()), unique.contains(index.getKey())))
                .toList();
    }

    private DatabaseMetaData metaData() throws SQLException {
        return connection.getMetaData();
    }

    /** A name as the database stores one that was not quoted. */
    private String stored(String name) throws SQLException {
        return metaData().storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private @Nullable String catalog() throws SQLException {
        return connection.getCatalog();
    }
}
