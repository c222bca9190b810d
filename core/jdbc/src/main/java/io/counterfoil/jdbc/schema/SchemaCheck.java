package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.SchemaDialect;
import io.counterfoil.jdbc.locks.SlotLocks;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the tables that are there with those that this version needs. Used once. */
final class SchemaCheck {

    /** The version of the tables that this program was made for. */
    private static final int VERSION = 1;

    private final Connection connection;
    private final SchemaDialect dialect;
    private final TableScript script;
    private final List<String> findings = new ArrayList<>();
    private boolean laterVersion;

    /** @param script creates the tables */
    SchemaCheck(Connection connection, SchemaDialect dialect, TableScript script) {
        this.connection = connection;
        this.dialect = dialect;
        this.script = script;
    }

    /** What is missing or different, for a person to act on; empty where nothing is. */
    List<String> findings() throws SQLException {
        List<SchemaTable> described = SchemaTable.of(dialect).stream()
                .filter(table -> script.tables().contains(table.name()))
                .toList();
        boolean all = true;
        for (SchemaTable table : described) {
            all &= check(table);
        }
        for (String table : script.tables().stream().sorted().toList()) {
            if (described.stream().noneMatch(known -> known.name().equals(table))) {
                checkExistence(table);
            }
        }
        findings.addAll(dialect.obstacles(
                connection, described.stream().map(SchemaTable::name).toList()));
        if (all && !described.isEmpty()) {
            checkVersion();
            if (script.tables().contains(SchemaTable.SLOTS)) {
                checkSlots();
            }
        }
        return findings;
    }

    private void checkExistence(String table) throws SQLException {
        if (columns(table).isEmpty()) {
            findings.add("table " + table + " is missing");
        } else if (script.filled().contains(table) && !TableScript.hasRow(connection, table)) {
            findings.add("table " + table + " is empty and must contain the row that the script inserts");
        }
    }

    /** Whether the tables are of a version that this program cannot use: found with the findings. */
    boolean isOfLaterVersion() {
        return laterVersion;
    }

    /** Whether nothing was found. */
    private boolean check(SchemaTable table) throws SQLException {
        int before = findings.size();
        Map<String, Found> columns = columns(table.name());
        if (columns.isEmpty()) {
            findings.add("table " + table.name() + " is missing");
            return false;
        }
        for (SchemaTable.Column column : table.columns()) {
            Found found = columns.remove(column.name());
            String name = "column " + table.name() + "." + column.name();
            if (found == null) {
                findings.add(name + " is missing: it is " + column.type().name());
            } else {
                compare(name, column, found);
            }
        }
        columns.forEach((name, found) -> {
            if (!found.nullable && !found.defaulted) {
                findings.add("column " + table.name() + "." + name
                        + " is unknown to this version, NOT NULL and without a default, so rows cannot be inserted");
            }
        });
        checkPrimaryKey(table);
        if (!table.index().isEmpty()
                && !indexed(table.name()).contains(table.index())
                && !dialect.isPartitioned(connection, table.name())) {
            findings.add("table " + table.name() + " has no index on " + table.index());
        }
        return findings.size() == before;
    }

    private void compare(String name, SchemaTable.Column needed, Found found) {
        boolean sized = found.size >= needed.type().size();
        if (!needed.type().codes().contains(found.type) || !sized || found.ignoresCase()) {
            findings.add(name + " is " + found.told() + ", and must be "
                    + needed.type().name());
        }
        if (needed.filled() && found.nullable) {
            findings.add(name + " is nullable and must be NOT NULL");
        }
        if (!needed.filled() && !found.nullable) {
            findings.add(name + " is NOT NULL and must be nullable");
        }
        if (needed.defaulted() && !found.defaulted) {
            findings.add(name + " has no default");
        }
    }

    private record Found(int type, String typeName, int size, boolean nullable, boolean defaulted) {

        boolean ignoresCase() {
            return typeName.toUpperCase(Locale.ROOT).contains("IGNORECASE");
        }

        String told() {
            String lower = typeName.toLowerCase(Locale.ROOT);
            boolean sized = Set.of(java.sql.Types.VARCHAR, java.sql.Types.VARBINARY, java.sql.Types.BINARY)
                            .contains(type)
                    && size < Integer.MAX_VALUE
                    && !lower.contains("(");
            return sized ? lower + "(" + size + ")" : lower;
        }
    }

    private Map<String, Found> columns(String table) throws SQLException {
        Map<String, Found> columns = new HashMap<>();
        try (ResultSet row =
                metaData().getColumns(catalog(), dialect.schemaOf(connection, table), stored(table), null)) {
            while (row.next()) {
                String name = row.getString("COLUMN_NAME").toLowerCase(Locale.ROOT);
                columns.put(
                        name,
                        new Found(
                                row.getInt("DATA_TYPE"),
                                row.getString("TYPE_NAME"),
                                row.getInt("COLUMN_SIZE"),
                                row.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
                                row.getString("COLUMN_DEF") != null));
            }
        }
        return columns;
    }

    private void checkPrimaryKey(SchemaTable table) throws SQLException {
        Map<Integer, String> parts = new HashMap<>();
        try (ResultSet row = metaData()
                .getPrimaryKeys(catalog(), dialect.schemaOf(connection, table.name()), stored(table.name()))) {
            while (row.next()) {
                parts.put(row.getInt("KEY_SEQ"), row.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        List<String> found = parts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
                .map(Map.Entry::getValue)
                .toList();
        if (!found.equals(table.primaryKey())) {
            findings.add("table " + table.name() + " has the primary key " + told(found) + " and must have "
                    + told(table.primaryKey()));
        }
    }

    private static String told(List<String> columns) {
        return columns.isEmpty() ? "of no columns" : "(" + String.join(", ", columns) + ")";
    }

    /** The columns that an index over all rows begins with. */
    private Set<String> indexed(String table) throws SQLException {
        Set<String> first = new HashSet<>();
        try (ResultSet row =
                metaData().getIndexInfo(catalog(), dialect.schemaOf(connection, table), stored(table), false, true)) {
            while (row.next()) {
                String column = row.getString("COLUMN_NAME");
                if (row.getInt("ORDINAL_POSITION") == 1
                        && column != null
                        && row.getString("FILTER_CONDITION") == null) {
                    first.add(column.toLowerCase(Locale.ROOT));
                }
            }
        }
        return first;
    }

    private void checkVersion() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet newest = statement.executeQuery(
                        "SELECT version, compatible_from FROM counterfoil_schema ORDER BY version DESC")) {
            if (!newest.next()) {
                findings.add("table counterfoil_schema is empty and must contain the version of the tables");
                return;
            }
            int there = newest.getInt(1);
            int compatibleFrom = newest.getInt(2);
            if (there < VERSION) {
                findings.add("the tables are of version " + there + ", and this program needs version " + VERSION
                        + " at least");
            }
            if (compatibleFrom > VERSION) {
                findings.add("the tables are of version " + there + ", which programs made for version "
                        + compatibleFrom + " or later can use; this one was made for version " + VERSION);
                laterVersion = true;
            }
        }
    }

    private void checkSlots() throws SQLException {
        long there = ask("SELECT count(*) FROM counterfoil_slot WHERE slot >= 0 AND slot < " + SlotLocks.SLOTS);
        if (there != SlotLocks.SLOTS) {
            findings.add("table counterfoil_slot has " + there + " rows, and must have " + SlotLocks.SLOTS
                    + ": one for each slot from 0 on");
        }
    }

    private DatabaseMetaData metaData() throws SQLException {
        return connection.getMetaData();
    }

    /** A name as the database keeps one that was not quoted. */
    private String stored(String name) throws SQLException {
        return metaData().storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
    }

    private @Nullable String catalog() throws SQLException {
        return connection.getCatalog();
    }

    private long ask(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
