package io.counterfoil.benchmarks.engine;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;

/** The contestants, each with its own pool and schema. Closes them and their pools. */
final class Field implements AutoCloseable {

    private final Database database;
    private final int poolSize;
    private final Deque<Runnable> open = new ArrayDeque<>();
    private int schemas;

    Field(Database database, int poolSize) {
        this.database = database;
        this.poolSize = poolSize;
    }

    /** Creates a contestant with its pool and tables, and starts it. */
    <C extends Contestant> C enter(Function<DataSource, C> contestant) throws SQLException {
        C entered = contestant.apply(pool());
        Database.run(entered.pool(), List.of(Booking.TABLE));
        Database.run(entered.pool(), entered.tables());
        entered.start();
        open.push(entered::close);
        return entered;
    }

    /** The same for several. */
    List<Contestant> enter(List<Function<DataSource, Contestant>> contestants) throws SQLException {
        List<Contestant> entered = new ArrayList<>();
        for (Function<DataSource, Contestant> one : contestants) {
            entered.add(enter(one));
        }
        return entered;
    }

    private HikariDataSource pool() throws SQLException {
        schemas++;
        HikariDataSource pool = database.pool("contestant_" + schemas, poolSize);
        open.push(pool::close);
        return pool;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            open.pop().run();
        }
    }
}
