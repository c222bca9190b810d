package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.SchemaDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Compares the columns and the primary key of one table after the other. */
final class TableCheck {

    private final Connection connection;
    private final SchemaDialect dialect;
    private final ScriptParts parts;
    private final TableCatalog catalog;
    private final List<Finding> findings;

    /** @param findings gets what is missing or different */
    TableCheck(Connection connection, SchemaDialect dialect, ScriptParts parts, List<Finding> findings) {
        this.connection = connection;
        this.dialect = dialect;
        this.parts = parts;
        this.catalog = new TableCatalog(connection, dialect);
        this.findings = findings;
    }

    private void byHand(String finding) {
        findings.add(new Finding(finding, false));
    }

    private void addable(String finding) {
        findings.add(new Finding(finding, true));
    }

    /** Whether the table exists and has columns of these names. */
    boolean checkNames(String table, List<ScriptColumn> needed) throws SQLException {
        int before = findings.size();
        Map<String, FoundColumn> columns = catalog.columns(table);
        if (columns.isEmpty()) {
            addable("table " + table + " is missing");
            return false;
        }
        needed.stream()
                .filter(column -> !columns.containsKey(column.name()))
                .forEach(column ->
                        byHand("column " + table + "." + column.name() + " is missing: it is " + column.definition()));
        return findings.size() == before;
    }

    /** Whether nothing was found. */
    boolean check(SchemaTable table) throws SQLException {
        int before = findings.size();
        Map<String, FoundColumn> columns = catalog.columns(table.name());
        if (columns.isEmpty()) {
            addable("table " + table.name() + " is missing");
            return false;
        }
        List<String> key = catalog.primaryKey(table.name());
        for (NeededColumn column : table.columns()) {
            FoundColumn found = columns.remove(column.name());
            String name = "column " + table.name() + "." + column.name();
            if (found == null) {
                byHand(name + " is missing: it is " + definition(table.name(), column));
            } else {
                compare(name, column, found, key.contains(column.name()));
            }
        }
        columns.forEach((name, found) -> {
            if (!found.nullable() && !found.defaulted()) {
                byHand("column " + table.name() + "." + name
                        + " is unknown to this version, NOT NULL and without a default, so rows cannot be inserted");
            }
        });
        checkPrimaryKey(table, key);
        if (!table.index().isEmpty()
                && !catalog.isIndexed(table.name(), List.of(table.index()))
                && !dialect.isPartitioned(connection, table.name())) {
            addable("table " + table.name() + " has no index on " + table.index());
        }
        return findings.size() == before;
    }

    private String definition(String table, NeededColumn column) {
        return parts.columns().getOrDefault(table, List.of()).stream()
                .filter(created -> created.name().equals(column.name()))
                .map(ScriptColumn::definition)
                .findFirst()
                .orElse(column.type().name());
    }

    private void compare(String name, NeededColumn needed, FoundColumn found, boolean isKey) {
        if (!ScriptTypes.matches(needed.type(), found)) {
            byHand(name + " is " + found.describe() + ", and must be "
                    + needed.type().name());
        }
        if (needed.filled() && found.nullable()) {
            byHand(name + " is nullable and must be NOT NULL");
        }
        if (!needed.filled() && !found.nullable() && !isKey) {
            byHand(name + " is NOT NULL and must be nullable");
        }
        if (needed.defaulted() && !found.defaulted()) {
            byHand(name + " has no default");
        }
    }

    /** One that the script does not name is the business of its author. */
    private void checkPrimaryKey(SchemaTable table, List<String> found) {
        if (!table.primaryKey().isEmpty() && !found.equals(table.primaryKey())) {
            byHand("table " + table.name() + " has the primary key " + described(found) + " and must have "
                    + described(table.primaryKey()));
        }
    }

    private static String described(List<String> columns) {
        return columns.isEmpty() ? "of no columns" : "(" + String.join(", ", columns) + ")";
    }
}
