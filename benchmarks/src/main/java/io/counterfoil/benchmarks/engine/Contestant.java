package io.counterfoil.benchmarks.engine;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** A way to run a request at most once. Used by many threads at a time. */
public interface Contestant extends AutoCloseable {

    /** As it stands in the tables. */
    String name();

    Kind kind();

    /** What the reader has to know of it, to compare; may be empty. */
    String remark();

    /** The statements that make its tables, apart from that of the bookings. */
    List<String> tables();

    /** Its own pool, to a schema of its own. */
    DataSource pool();

    /**
     * Runs the request of this key, or finds that it ran.
     *
     * @return the answer, which is {@link Booking#answer()}; empty where it was run before and no answer is remembered
     */
    byte[] execute(String key) throws Exception;

    /** Begins, once its tables are there. */
    default void start() {}

    /** Ends what it has started. The pool is not its own. */
    @Override
    default void close() {}

    /** One that runs any work. */
    interface OfAnyWork extends Contestant {

        /** Runs this work as the request of this key, or finds that it ran: as {@link #execute(String)}. */
        byte[] execute(String key, Work work) throws Exception;

        @Override
        default byte[] execute(String key) throws Exception {
            return execute(key, connection -> Booking.book(connection, key));
        }
    }

    /** Work, on the connection whose transaction it belongs to. */
    @FunctionalInterface
    interface Work {
        byte[] run(Connection connection) throws SQLException;
    }

    /** What it is there for. */
    enum Kind {
        /** The least that has to be done, written by hand. */
        FLOOR,
        OURS,
        /** A peer's. */
        PEER
    }
}
