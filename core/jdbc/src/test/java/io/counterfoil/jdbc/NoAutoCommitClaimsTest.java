package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;

/** On a pool whose connections have auto-commit off. */
class NoAutoCommitClaimsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.POSTGRESQL;
    }

    @Override
    void settings(HikariConfig config) {
        config.setAutoCommit(false);
    }
}
