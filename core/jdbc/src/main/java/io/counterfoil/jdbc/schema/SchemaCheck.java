package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.SchemaDialect;
import io.counterfoil.jdbc.locks.SlotLocks;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares the tables that are there with those that this version needs. Used once. */
final class SchemaCheck {

    /** The version of the tables that this program was made for. */
    private static final int VERSION = 1;

    private final Connection connection;
    private final SchemaDialect dialect;
    private final TableScript script;
    private final TableCatalog catalog;
    private final List<String> findings = new ArrayList<>();
    private boolean laterVersion;

    /** @param script creates the tables */
    SchemaCheck(Connection connection, SchemaDialect dialect, TableScript script) {
        this.connection = connection;
        this.dialect = dialect;
        this.script = script;
        this.catalog = new TableCatalog(connection, dialect);
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
                checkColumns(table);
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

    /** By the script: the tables of other features have a type for each column that differs between databases. */
    private void checkColumns(String table) throws SQLException {
        Map<String, FoundColumn> columns = catalog.columns(table);
        if (columns.isEmpty()) {
            findings.add("table " + table + " is missing");
            return;
        }
        Map<String, String> needed =
                ScriptParts.of(script.statements()).columns().getOrDefault(table, Map.of());
        needed.keySet().stream()
                .sorted()
                .filter(column -> !columns.containsKey(column))
                .forEach(column ->
                        findings.add("column " + table + "." + column + " is missing: it is " + needed.get(column)));
        if (script.filled().contains(table) && !TableScript.hasRow(connection, table)) {
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
        Map<String, FoundColumn> columns = catalog.columns(table.name());
        if (columns.isEmpty()) {
            findings.add("table " + table.name() + " is missing");
            return false;
        }
        for (SchemaTable.Column column : table.columns()) {
            FoundColumn found = columns.remove(column.name());
            String name = "column " + table.name() + "." + column.name();
            if (found == null) {
                findings.add(name + " is missing: it is " + column.type().name());
            } else {
                compare(name, column, found);
            }
        }
        columns.forEach((name, found) -> {
            if (!found.nullable() && !found.defaulted()) {
                findings.add("column " + table.name() + "." + name
                        + " is unknown to this version, NOT NULL and without a default, so rows cannot be inserted");
            }
        });
        checkPrimaryKey(table);
        if (!table.index().isEmpty()
                && !catalog.isIndexed(table.name(), List.of(table.index()))
                && !dialect.isPartitioned(connection, table.name())) {
            findings.add("table " + table.name() + " has no index on " + table.index());
        }
        return findings.size() == before;
    }

    private void compare(String name, SchemaTable.Column needed, FoundColumn found) {
        boolean sized = found.size() >= needed.type().size();
        if (!needed.type().codes().contains(found.type()) || !sized || found.ignoresCase()) {
            findings.add(name + " is " + found.describe() + ", and must be "
                    + needed.type().name());
        }
        if (needed.filled() && found.nullable()) {
            findings.add(name + " is nullable and must be NOT NULL");
        }
        if (!needed.filled() && !found.nullable()) {
            findings.add(name + " is NOT NULL and must be nullable");
        }
        if (needed.defaulted() && !found.defaulted()) {
            findings.add(name + " has no default");
        }
    }

    private void checkPrimaryKey(SchemaTable table) throws SQLException {
        List<String> found = catalog.primaryKey(table.name());
        if (!found.equals(table.primaryKey())) {
            findings.add("table " + table.name() + " has the primary key " + told(found) + " and must have "
                    + told(table.primaryKey()));
        }
    }

    private static String told(List<String> columns) {
        return columns.isEmpty() ? "of no columns" : "(" + String.join(", ", columns) + ")";
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

    private long ask(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
