package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;

/**
 * The contract in sessions that live at the other end of the world from the JVM, write intervals, numbers and bytes in their
 * own way, look into other schemas first, and give up wherever they would have to wait for somebody who works.
 */
class HostileSettingsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.POSTGRESQL;
    }

    @Override
    void settings(HikariConfig config) {
        config.setConnectionInitSql(
                "SET TimeZone = 'Pacific/Kiritimati'; SET IntervalStyle = 'sql_standard';"
                        + " SET bytea_output = 'escape'; SET extra_float_digits = -10;"
                        + " SET search_path = missing, \"$user\", public; SET standard_conforming_strings = on;"
                        + " SET lock_timeout = '10min'; SET statement_timeout = '20min'; SET plan_cache_mode = 'force_generic_plan'");
    }
}
