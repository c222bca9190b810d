package io.counterfoil.frameworks;

import org.springframework.jdbc.core.simple.JdbcClient;

/** What the application writes itself. */
record Notes(JdbcClient jdbc) {

    void write(String what) {
        jdbc.sql("INSERT INTO note VALUES (?)").param(what).update();
    }
}
