package io.counterfoil.shop;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The effect that is to take place once. */
@Service
class Sales {

    private final JdbcClient jdbc;

    Sales(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** How many of it were sold, this one among them. */
    @Transactional
    public long sell(String item) {
        jdbc.sql("INSERT INTO sale (item) VALUES (?)").param(item).update();
        return jdbc.sql("SELECT count(*) FROM sale WHERE item = ?")
                .param(item)
                .query(Long.class)
                .single();
    }
}
