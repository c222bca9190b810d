package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;

class PostgreSqlRepeatableReadClaimsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.POSTGRESQL;
    }

    @Override
    void settings(HikariConfig config) {
        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
    }
}
