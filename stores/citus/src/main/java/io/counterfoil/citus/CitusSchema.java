package io.counterfoil.citus;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.ColumnType;
import io.counterfoil.jdbc.dialect.SchemaDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tables of PostgreSQL, distributed. */
final class CitusSchema extends SchemaDialect {

    private static final Pattern DISTRIBUTION = Pattern.compile("create_distributed_table\\('(\\w+)', '(\\w+)'");

    private static final String COLUMN = "SELECT column_to_column_name(logicalrelid, partkey) FROM pg_dist_partition"
            + " WHERE logicalrelid = to_regclass(?) AND partkey IS NOT NULL";

    private final SchemaDialect postgreSql = Dialects.POSTGRESQL.schema();

    CitusSchema(String... scripts) {
        super(scripts);
    }

    /** And is distributed: the scripts distribute one that is on the coordinator alone. */
    @Override
    protected String tableExists(String table) {
        return "SELECT count(*) > 0 FROM pg_dist_partition WHERE logicalrelid = to_regclass('" + table + "')";
    }

    @Override
    public void createTables(Connection connection, String table, List<String> statements) throws SQLException {
        postgreSql.createTables(connection, table, statements);
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
    public ColumnType textType(int bytes) {
        return postgreSql.textType(bytes);
    }

    @Override
    public ColumnType bytesType(int length) {
        return postgreSql.bytesType(length);
    }

    @Override
    public ColumnType payloadType() {
        return postgreSql.payloadType();
    }

    @Override
    public @Nullable String schemaOf(Connection connection, String table) throws SQLException {
        return postgreSql.schemaOf(connection, table);
    }

    @Override
    public boolean isPartitioned(Connection connection, String table) throws SQLException {
        return postgreSql.isPartitioned(connection, table);
    }

    @Override
    public Map<String, String> collations(Connection connection, String table) throws SQLException {
        return postgreSql.collations(connection, table);
    }

    @Override
    public Set<String> invalidIndexes(Connection connection, String table) throws SQLException {
        return postgreSql.invalidIndexes(connection, table);
    }

    @Override
    public List<String> obstacles(Connection connection, List<String> tables) throws SQLException {
        List<String> found = new ArrayList<>();
        for (String table : tables) {
            if (postgreSql.hasTable(connection, table) && !hasTable(connection, table)) {
                found.add("table %s is on one node alone, and must be distributed".formatted(table));
            }
        }
        return found;
    }
}
