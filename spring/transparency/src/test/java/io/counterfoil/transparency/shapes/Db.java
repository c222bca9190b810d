package io.counterfoil.transparency.shapes;

import io.counterfoil.transparency.Seen;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The application's statements. */
@Component
public class Db {

    private final JdbcTemplate jdbc;
    private final Seen seen;

    Db(JdbcTemplate jdbc, Seen seen) {
        this.jdbc = jdbc;
        this.seen = seen;
    }

    /** An effect, in the transaction that is recorded. */
    public void add(String what) {
        seen.transaction("add " + what);
        jdbc.update("INSERT INTO note (what) VALUES (?)", what);
    }

    /** A row whose name is unique. */
    public void item(String name) {
        seen.transaction("item " + name);
        jdbc.update("INSERT INTO item (name) VALUES (?)", name);
    }

    /** A row that refers to another, which need not be there until the constraint is checked. */
    public void child(long parent) {
        seen.transaction("child of " + parent);
        jdbc.update("INSERT INTO child (parent) VALUES (?)", parent);
    }

    public void parent(long id) {
        jdbc.update("INSERT INTO parent (id) VALUES (?)", id);
    }

    /** The number of effects that this connection sees. */
    public int notes() {
        return Objects.requireNonNull(jdbc.queryForObject("SELECT count(*) FROM note", Integer.class));
    }

    public JdbcTemplate jdbc() {
        return jdbc;
    }
}
