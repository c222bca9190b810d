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
import java.util.stream.Collectors;

/**
 * What of a feature's tables is in a database. An immutable value.
 *
 * @param tables the tables that exist; empty where the feature is not there
 * @param findings what is missing or different, each a sentence for a person; empty where the tables are complete
 * @param additions the statements that add what is missing; none where a later version of the library has changed the tables so that this one
 *     cannot use them
 * @param byHand those of the findings that the additions leave
 * @param version the version of the tables, where the feature records one
 */
public record TableInspection(
        List<String> tables, List<String> findings, List<String> additions, List<String> byHand, OptionalInt version) {

    /**
     * Copies the lists.
     *
     * @param tables copied
     * @param findings copied
     * @param additions copied
     * @param byHand copied
     * @param version empty where the feature records none
     */
    public TableInspection {
        tables = List.copyOf(tables);
        findings = List.copyOf(findings);
        additions = List.copyOf(additions);
        byHand = List.copyOf(byHand);
    }

    /** {@return whether nothing is missing or different} */
    public boolean isComplete() {
        return findings.isEmpty();
    }

    static TableInspection of(Connection connection, SqlDialect dialect, TableScript script) throws SQLException {
        Set<String> tables = new HashSet<>(script.tables());
        dialect.schema().missingTables(connection, List.copyOf(script.tables())).forEach(tables::remove);
        SchemaCheck check = new SchemaCheck(connection, dialect.schema(), script);
        List<Finding> findings = new ArrayList<>(check.findings());
        IndexInspection indexes = IndexInspection.of(connection, dialect.schema(), script, tables);
        Set<String> found = findings.stream().map(Finding::text).collect(Collectors.toSet());
        indexes.findings().stream()
                .filter(index -> !found.contains(index.text()))
                .forEach(findings::add);
        boolean usable = !check.isOfLaterVersion();
        List<String> additions = usable && findings.stream().anyMatch(Finding::addable)
                ? new Additions(tables, indexes.absent(), check.unfilled()).of(script)
                : List.of();
        List<String> byHand = findings.stream()
                .filter(finding -> !usable || !finding.addable())
                .map(Finding::text)
                .toList();
        return new TableInspection(
                existing(new TableCatalog(connection, dialect.schema()), script),
                findings.stream().map(Finding::text).toList(),
                additions,
                byHand,
                version(connection, tables));
    }

    /** Also those that the dialect does not count, because they are on one node alone: the script completes them. */
    private static List<String> existing(TableCatalog catalog, TableScript script) throws SQLException {
        List<String> existing = new ArrayList<>();
        for (String table : script.tables().stream().sorted().toList()) {
            if (!catalog.columns(table).isEmpty()) {
                existing.add(table);
            }
        }
        return existing;
    }

    private static OptionalInt version(Connection connection, Set<String> tables) throws SQLException {
        if (!tables.contains(SchemaTable.VERSIONS)) {
            return OptionalInt.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT max(version) FROM " + SchemaTable.VERSIONS)) {
            row.next();
            int version = row.getInt(1);
            return row.wasNull() ? OptionalInt.empty() : OptionalInt.of(version);
        }
    }
}
