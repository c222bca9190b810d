package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.SchemaDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The indexes of a script that are not in a database.
 *
 * @param absent those that do not exist, also those of tables that do not exist
 * @param findings about tables that exist
 */
record IndexInspection(Set<ScriptIndex> absent, List<Finding> findings) {

    static IndexInspection of(Connection connection, SchemaDialect dialect, TableScript script, Set<String> tables)
            throws SQLException {
        TableCatalog catalog = new TableCatalog(connection, dialect);
        Set<ScriptIndex> absent = new HashSet<>();
        List<Finding> findings = new ArrayList<>();
        for (ScriptIndex index : ScriptParts.of(script.statements()).indexes()) {
            if (!tables.contains(index.table())) {
                absent.add(index);
            } else if (!dialect.isPartitioned(connection, index.table()) && catalog.isMissing(index)) {
                absent.add(index);
                findings.add(new Finding(index.missing(), true));
            }
        }
        for (String table : tables.stream().sorted().toList()) {
            dialect.invalidIndexes(connection, table)
                    .forEach(index -> findings.add(new Finding(
                            "index %s on %s is invalid, because its creation failed: drop it".formatted(index, table),
                            false)));
        }
        return new IndexInspection(absent, findings);
    }
}
