package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;

class PostgreSqlRepeatableReadTransactionalModeTest extends JdbcTransactionalModeContract {

    @Override
    Engine engineUnderTest() {
        return Engine.POSTGRESQL;
    }

    @Override
    void settings(HikariConfig config) {
        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
    }
}
