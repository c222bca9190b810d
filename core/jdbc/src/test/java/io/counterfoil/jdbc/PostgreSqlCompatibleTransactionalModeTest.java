package io.counterfoil.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("BM-4")
class PostgreSqlCompatibleTransactionalModeTest extends JdbcTransactionalModeContract {

    @Override
    Engine engineUnderTest() {
        return Engine.POSTGRESQL_COMPATIBLE;
    }

    @Override
    protected boolean recognisesContentsInProgress() {
        return false;
    }
}
