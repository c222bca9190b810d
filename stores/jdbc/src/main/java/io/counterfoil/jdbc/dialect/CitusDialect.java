package io.counterfoil.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** PostgreSQL with the extension Citus, which distributes tables over several nodes. */
final class CitusDialect extends PostgreSqlDialect {

    private final String distribution;

    /** @param distribution the scripts that distribute the tables, after those of PostgreSQL */
    CitusDialect(String distribution) {
        this.distribution = distribution;
    }

    @Override
    public boolean isOf(Connection connection) throws SQLException {
        return super.isOf(connection)
                && ask(connection, "SELECT count(*) > 0 FROM pg_extension WHERE extname = 'citus'");
    }

    @Override
    public List<String> scripts() {
        return List.of(vendor(), distribution);
    }

    @Override
    public boolean isDistributed() {
        return true;
    }
}
