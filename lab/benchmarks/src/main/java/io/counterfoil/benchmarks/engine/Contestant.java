package io.counterfoil.benchmarks.engine;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;

/** A way to run a request at most once. Thread-safe. */
public interface Contestant extends AutoCloseable {

    /** The name in the tables. */
    String name();

    Kind kind();

    /** What the reader has to know for the comparison; may be empty. */
    String remark();

    /** The statements that create its tables, except that of the bookings. */
    List<String> tables();

    /** Its connection pool, with its own schema. */
    DataSource pool();

    /**
     * Executes the request of this key, or recognizes it as a duplicate.
     *
     * @return the result, which is {@link Booking#answer()}; empty for a duplicate whose result is not stored
     */
    byte[] execute(String key) throws Exception;

    /** Whether a duplicate gets the result; otherwise it is only recognized. */
    default boolean storesResults() {
        return kind() != Kind.PEER;
    }

    /** What it can be measured with; by default both. */
    default Set<Measured> measured() {
        return EnumSet.allOf(Measured.class);
    }

    /** The name in Markdown. */
    default String title() {
        return kind() == Kind.OURS ? "**" + name() + "**" : name();
    }

    /** Starts, after its tables have been created. */
    default void start() {}

    /** Stops what it has started. The pool is closed by the caller. */
    @Override
    default void close() {}

    /** A contestant that executes any work. */
    interface OfAnyWork extends Contestant {

        /**
         * Executes this work as the request of this key, or recognizes it as a duplicate; see {@link #execute(String)}.
         */
        byte[] execute(String key, Work work) throws Exception;

        @Override
        default byte[] execute(String key) throws Exception {
            return execute(key, connection -> Booking.book(connection, key));
        }
    }

    /** Work on the connection whose transaction it belongs to. */
    @FunctionalInterface
    interface Work {
        byte[] run(Connection connection) throws SQLException;
    }

    /** A kind of request. */
    enum Measured {
        /** Of a key of its own. */
        FIRST,
        /** Of the key of one that has ended. */
        REPLAY
    }

    /** The role in the comparison. */
    enum Kind {
        /** The minimum of necessary operations, written by hand. */
        FLOOR,
        OURS,
        /** A peer. */
        PEER
    }
}
