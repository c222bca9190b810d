package io.counterfoil.jdbc;

class PostgreSqlTransactionalModeTest extends JdbcTransactionalModeContract {

    @Override
    Engine engineUnderTest() {
        return Engine.POSTGRESQL;
    }
}
