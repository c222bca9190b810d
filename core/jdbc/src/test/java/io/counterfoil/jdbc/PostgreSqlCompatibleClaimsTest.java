package io.counterfoil.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("BM-4")
class PostgreSqlCompatibleClaimsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.POSTGRESQL_COMPATIBLE;
    }

    @Override
    protected boolean recognisesContentsInProgress() {
        return false;
    }
}
