package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.SchemaDialect;
import io.counterfoil.jdbc.locks.SlotLocks;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares the tables that are there with those that this version needs. Used once. */
final class SchemaCheck {

    /** The version of the tables that this program was made for. */
    private static final int VERSION = 1;

    private final Connection connection;
    private final SchemaDialect dialect;
    private final TableScript script;
    private final TableCatalog catalog;
    private final ScriptParts parts;
    private final List<Finding> findings = new ArrayList<>();
    private final TableCheck tables;
    private final Set<String> unfilled = new HashSet<>();
    private boolean laterVersion;

    /** @param script creates the tables */
    SchemaCheck(Connection connection, SchemaDialect dialect, TableScript script) {
        this.connection = connection;
        this.dialect = dialect;
        this.script = script;
        this.catalog = new TableCatalog(connection, dialect);
        this.parts = ScriptParts.of(script.statements());
        this.tables = new TableCheck(connection, dialect, parts, findings);
    }

    /** Everything that is missing or different; empty where nothing is. */
    List<Finding> findings() throws SQLException {
        Map<String, SchemaTable> described = SchemaTable.of(dialect).stream()
                .filter(table -> script.tables().contains(table.name()))
                .collect(Collectors.toMap(SchemaTable::name, table -> table, (one, same) -> one, LinkedHashMap::new));
        Set<String> usable = new HashSet<>();
        for (SchemaTable table : described.values()) {
            if (tables.check(table)) {
                usable.add(table.name());
            }
        }
        for (String table : script.tables().stream().sorted().toList()) {
            if (!described.containsKey(table)) {
                checkOfFeature(table);
            }
        }
        for (String table : script.tables().stream().sorted().toList()) {
            checkCollations(table);
        }
        checkObstacles(described.keySet());
        if (usable.contains(SchemaTable.VERSIONS)) {
            checkVersion();
        }
        if (usable.contains(SchemaTable.SLOTS)) {
            checkSlots();
        }
        return findings;
    }

    /**
     * A table that the database does not count as existing, such as one that is not distributed, is completed by the script. Of the tables of other
     * features only those that are to be transactional need a storage engine that is.
     */
    private void checkObstacles(Set<String> described) throws SQLException {
        Set<String> absent = new HashSet<>(dialect.missingTables(connection, List.copyOf(script.tables())));
        for (String table : script.tables().stream().sorted().toList()) {
            if (described.contains(table) || script.isTransactional(table) || absent.contains(table)) {
                for (String obstacle : dialect.obstacles(connection, List.of(table))) {
                    findings.add(new Finding(obstacle, absent.contains(table)));
                }
            }
        }
    }

    private void byHand(String finding) {
        findings.add(new Finding(finding, false));
    }

    private void addable(String finding) {
        findings.add(new Finding(finding, true));
    }

    /** By the script: the tables of other features have a type for each column that differs between databases. */
    private void checkOfFeature(String table) throws SQLException {
        if (!dialect.hasTable(connection, table) && !catalog.columns(table).isEmpty()) {
            // The script completes it, and may change its columns and its key: the obstacles name it.
            return;
        }
        if (parts.changed().contains(table)) {
            if (tables.checkNames(table, parts.columns().getOrDefault(table, List.of()))) {
                checkRows(table);
            }
        } else if (tables.check(parts.needed(table))) {
            checkRows(table);
        }
        if (!dialect.isPartitioned(connection, table)) {
            for (ScriptIndex index : parts.indexes()) {
                if (index.unique() && index.table().equals(table) && catalog.isMissing(index)) {
                    addable(index.missing());
                }
            }
        }
    }

    private void checkRows(String table) throws SQLException {
        if (script.filled().contains(table) && !TableScript.hasRow(connection, table)) {
            unfilled.add(table);
            addable("table " + table + " is empty and must contain the row that the script inserts");
        }
    }

    private void checkCollations(String table) throws SQLException {
        Map<String, String> collations = dialect.collations(connection, table);
        for (ScriptColumn column : parts.columns().getOrDefault(table, List.of())) {
            Optional.ofNullable(collations.get(column.name()))
                    .flatMap(column::collationFault)
                    .ifPresent(fault -> byHand("column " + table + "." + column.name() + " " + fault));
        }
    }

    /** The tables without the rows that the script inserts: found with the findings. */
    Set<String> unfilled() {
        return unfilled;
    }

    /** Whether the tables are of a version that this program cannot use: found with the findings. */
    boolean isOfLaterVersion() {
        return laterVersion;
    }

    private void checkVersion() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet newest = statement.executeQuery(
                        "SELECT version, compatible_from FROM counterfoil_schema ORDER BY version DESC")) {
            if (!newest.next()) {
                unfilled.add(SchemaTable.VERSIONS);
                addable("table counterfoil_schema is empty and must contain the version of the tables");
                return;
            }
            int there = newest.getInt(1);
            int compatibleFrom = newest.getInt(2);
            if (there < VERSION) {
                unfilled.add(SchemaTable.VERSIONS);
                addable("the tables are of version " + there + ", and this program needs version " + VERSION
                        + " at least");
            }
            if (compatibleFrom > VERSION) {
                byHand("the tables are of version " + there + ", which programs made for version " + compatibleFrom
                        + " or later can use; this one was made for version " + VERSION);
                laterVersion = true;
            }
        }
    }

    private void checkSlots() throws SQLException {
        long there = ask("SELECT count(*) FROM counterfoil_slot WHERE slot >= 0 AND slot < " + SlotLocks.SLOTS);
        if (there != SlotLocks.SLOTS) {
            String finding = "table counterfoil_slot has " + there + " rows, and must have " + SlotLocks.SLOTS
                    + ": one for each slot from 0 on";
            if (there == 0) {
                unfilled.add(SchemaTable.SLOTS);
            }
            findings.add(new Finding(finding, there == 0));
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
