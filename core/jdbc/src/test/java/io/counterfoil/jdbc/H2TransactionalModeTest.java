package io.counterfoil.jdbc;

class H2TransactionalModeTest extends JdbcTransactionalModeContract {

    @Override
    Engine engineUnderTest() {
        return Engine.H2;
    }
}
