package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What of a feature's tables is in a database. An immutable value.
 *
 * @param tables the tables that exist; empty where the feature is not there
 * @param findings what is missing or different, each a sentence for a person; empty where the tables are complete
 * @param additions the statements that add what is missing; what they cannot add is to be changed by hand
 * @param version the version of the tables, where the feature records one
 */
public record TableInspection(List<String> tables, List<String> findings, List<String> additions, OptionalInt version) {

    private static final String VERSIONS = "counterfoil_schema";

    /**
     * Copies the lists.
     *
     * @param tables copied
     * @param findings copied
     * @param additions copied
     * @param version empty where the feature records none
     */
    public TableInspection {
        tables = List.copyOf(tables);
        findings = List.copyOf(findings);
        additions = List.copyOf(additions);
    }

    /** {@return whether nothing is missing or different} */
    public boolean isComplete() {
        return findings.isEmpty();
    }

    static TableInspection of(Connection connection, SqlDialect dialect, TableScript script) throws SQLException {
        Set<String> tables = new HashSet<>(script.tables());
        dialect.schema().missingTables(connection, List.copyOf(script.tables())).forEach(tables::remove);
        List<String> findings = new ArrayList<>(new SchemaCheck(connection, dialect.schema(), script).findings());
        ScriptParts parts = ScriptParts.of(script.statements());
        TableCatalog catalog = new TableCatalog(connection, dialect.schema());
        Set<ScriptIndex> absent = new HashSet<>();
        for (ScriptIndex index : parts.indexes()) {
            boolean partitioned = dialect.schema().isPartitioned(connection, index.table());
            if (!tables.contains(index.table())) {
                absent.add(index);
            } else if (!partitioned && catalog.isMissing(index)) {
                absent.add(index);
                findings.add("index on " + index + " is missing");
            }
        }
        List<String> additions = findings.isEmpty()
                ? List.of()
                : script.statements().stream()
                        .filter(statement -> isNeeded(statement, tables, absent))
                        .toList();
        return new TableInspection(tables.stream().sorted().toList(), findings, additions, version(connection, tables));
    }

    /** Tables and indexes that exist are not created again under another name; all other statements can be repeated. */
    private static boolean isNeeded(String statement, Set<String> tables, Set<ScriptIndex> absent) {
        return TableScript.created(statement)
                        .map(table -> !tables.contains(table))
                        .orElse(true)
                && ScriptParts.index(statement).map(absent::contains).orElse(true);
    }

    private static OptionalInt version(Connection connection, Set<String> tables) throws SQLException {
        if (!tables.contains(VERSIONS)) {
            return OptionalInt.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT max(version) FROM " + VERSIONS)) {
            row.next();
            int version = row.getInt(1);
            return row.wasNull() ? OptionalInt.empty() : OptionalInt.of(version);
        }
    }
}
