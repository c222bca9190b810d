package io.counterfoil.jdbc;

class MariaDbTransactionalModeTest extends JdbcTransactionalModeContract {

    @Override
    Engine engineUnderTest() {
        return Engine.MARIADB;
    }
}
