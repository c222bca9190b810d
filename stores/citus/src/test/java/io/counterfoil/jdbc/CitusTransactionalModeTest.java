package io.counterfoil.jdbc;

class CitusTransactionalModeTest extends JdbcTransactionalModeContract {

    @Override
    Engine engineUnderTest() {
        return Engine.CITUS;
    }
}
