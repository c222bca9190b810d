package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;

class MariaDbReadCommittedClaimsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.MARIADB;
    }

    @Override
    void settings(HikariConfig config) {
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    }
}
