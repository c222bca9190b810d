package io.counterfoil.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL with the extension Citus, which distributes tables over several nodes. */
final class CitusDialect extends PostgreSqlDialect {

    private static final Pattern DISTRIBUTION = Pattern.compile("create_distributed_table\\('(\\w+)', '(\\w+)'");

    private static final String COLUMN = "SELECT column_to_column_name(logicalrelid, partkey) FROM pg_dist_partition"
            + " WHERE logicalrelid = to_regclass(?) AND partkey IS NOT NULL";

    private final String distribution;

    /** @param distribution the scripts that distribute those tables that can be distributed in two ways */
    CitusDialect(String distribution) {
        this.distribution = distribution;
    }

    @Override
    public boolean isOf(Connection connection) throws SQLException {
        return speaksPostgreSql(connection)
                && ask(connection, "SELECT count(*) > 0 FROM pg_extension WHERE extname = 'citus'");
    }

    @Override
    public List<String> products() {
        return List.of("PostgreSQL with Citus");
    }

    /** Those of PostgreSQL; then those that distribute the tables: in the one way that there is for them, or in this one. */
    @Override
    public List<String> scripts() {
        return List.of(vendor(), "sharded", distribution);
    }

    @Override
    public boolean isDistributed() {
        return true;
    }

    /** And is distributed: the scripts distribute one that is on the coordinator alone. */
    @Override
    protected String tableExists(String table) {
        return "SELECT count(*) > 0 FROM pg_dist_partition WHERE logicalrelid = to_regclass('" + table + "')";
    }

    @Override
    public void requireTablesOf(Connection connection, List<String> statements) throws SQLException {
        for (String statement : statements) {
            Matcher wanted = DISTRIBUTION.matcher(statement);
            if (wanted.find()) {
                requireDistribution(connection, wanted.group(1), wanted.group(2));
            }
        }
    }

    private static void requireDistribution(Connection connection, String table, String column) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(COLUMN)) {
            query.setString(1, table);
            try (ResultSet row = query.executeQuery()) {
                if (row.next() && !row.getString(1).equals(column)) {
                    throw new IllegalStateException(
                            "%1$s is distributed by %2$s, and must be by %3$s: change the setting, or the table, by SELECT alter_distributed_table('%1$s', distribution_column := '%3$s', cascade_to_colocated := false)"
                                    .formatted(table, row.getString(1), column));
                }
            }
        }
    }

    @Override
    public List<String> obstacles(Connection connection, List<String> tables) throws SQLException {
        List<String> found = new ArrayList<>(super.obstacles(connection, tables));
        for (String table : tables) {
            if (ask(connection, super.tableExists(table)) && !hasTable(connection, table)) {
                found.add("table %s is on one node alone, and must be distributed".formatted(table));
            }
        }
        return found;
    }

    /** Without PostgreSQL's check that the key is unique, which would be a second statement here, and check nothing. */
    @Override
    public String insert(String into, String table, String key, String returned) {
        return into + " ON CONFLICT DO NOTHING RETURNING " + returned;
    }
}
