package io.counterfoil.frameworks;

import org.springframework.jdbc.core.simple.JdbcClient;

/** What other processes see: it is asked on a connection past the application's pool. */
record Committed(JdbcClient jdbc) {

    long locks() {
        return jdbc.sql("SELECT count(*) FROM int_lock").query(Long.class).single();
    }
}
