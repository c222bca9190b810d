package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;

/** The contract in MariaDB sessions in another time zone, in Oracle's mode, with other characters than the client's. */
class HostileMariaDbSettingsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.MARIADB;
    }

    @Override
    void settings(HikariConfig config) {
        config.setConnectionInitSql("SET time_zone = '+13:00', sql_mode = 'ORACLE,ANSI_QUOTES,PIPES_AS_CONCAT',"
                + " innodb_lock_wait_timeout = 60, collation_connection = 'latin1_german1_ci'");
    }
}
