package io.counterfoil.testkit.transparency;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads the rows of all tables of the application in the connection's catalog and schema. The tables are looked up once. */
final class TableReader {

    private static final Set<String> TABLE_TYPES = Set.of("TABLE", "BASE TABLE");

    private final DataSource dataSource;
    private @Nullable List<Table> tables;

    TableReader(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** A table, the statement that reads it, and its columns with values that the database generates or that refer to such. */
    private record Table(String name, String select, Set<String> generated) {}

    SortedMap<String, List<String>> rows(UnaryOperator<String> normalization) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            SortedMap<String, List<String>> rows = new TreeMap<>();
            for (Table table : tables(connection)) {
                rows.put(table.name(), rows(statement, table, normalization));
            }
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return rows;
        }
    }

    private static List<String> rows(Statement statement, Table table, UnaryOperator<String> normalization)
            throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(table.select())) {
            ResultSetMetaData columns = result.getMetaData();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    String name = columns.getColumnName(i);
                    String value = result.getString(i);
                    String shown = value != null && table.generated().contains(name) ? "<generated>" : value;
                    values.add(name.toLowerCase(Locale.ROOT) + '=' + shown);
                }
                rows.add(normalization.apply(String.join(", ", values)));
            }
        }
        Collections.sort(rows);
        return rows;
    }

    private synchronized List<Table> tables(Connection connection) throws SQLException {
        List<Table> known = tables;
        if (known == null) {
            known = find(connection);
            tables = known;
        }
        return known;
    }

    private static List<Table> find(Connection connection) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        List<String> names = new ArrayList<>();
        try (ResultSet found = database.getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
            while (found.next()) {
                String name = found.getString("TABLE_NAME");
                if (TABLE_TYPES.contains(found.getString("TABLE_TYPE"))
                        && !name.toLowerCase(Locale.ROOT).startsWith("counterfoil_")) {
                    names.add(name);
                }
            }
        }
        Map<String, Set<String>> generated = generated(connection, names);
        String quote = database.getIdentifierQuoteString();
        return names.stream()
                .map(name -> new Table(
                        name.toLowerCase(Locale.ROOT),
                        "SELECT * FROM " + quote + name + quote,
                        generated.getOrDefault(name, Set.of())))
                .toList();
    }

    private static Map<String, Set<String>> generated(Connection connection, List<String> names) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        Map<String, Set<String>> generated = new HashMap<>();
        for (String name : names) {
            Set<String> columns = new HashSet<>();
            try (ResultSet found = database.getColumns(connection.getCatalog(), connection.getSchema(), name, "%")) {
                while (found.next()) {
                    if (name.equals(found.getString("TABLE_NAME"))
                            && "YES".equals(found.getString("IS_AUTOINCREMENT"))) {
                        columns.add(found.getString("COLUMN_NAME"));
                    }
                }
            }
            generated.put(name, columns);
        }
        for (String name : names) {
            try (ResultSet keys = database.getImportedKeys(connection.getCatalog(), connection.getSchema(), name)) {
                while (keys.next()) {
                    if (generated
                            .getOrDefault(keys.getString("PKTABLE_NAME"), Set.of())
                            .contains(keys.getString("PKCOLUMN_NAME"))) {
                        generated.getOrDefault(name, new HashSet<>()).add(keys.getString("FKCOLUMN_NAME"));
                    }
                }
            }
        }
        return generated;
    }
}
