package io.counterfoil.jdbc.transaction;

import java.sql.SQLException;

/** Follows the transactions of the application inside a unit of work, for a framework. Called by the unit's thread. Thread-safe. */
public interface ScopeListener {

    /** Refuses separate transactions. */
    ScopeListener REFUSING = new ScopeListener() {};

    /**
     * A transaction of the application begins.
     *
     * @param nested whether another one of the unit is open
     * @return whether it is to commit by itself, on a connection of its own; by default false
     * @throws SQLException when it is nested, by default: it could only commit apart from the unit
     */
    default boolean isSeparate(boolean nested) throws SQLException {
        if (nested) {
            throw new SQLException(
                    "a second transaction begins while one of the keyed unit of work is open: it would commit separately, and"
                            + " each retry would repeat it",
                    "25001");
        }
        return false;
    }

    /**
     * A transaction of the application has ended as if it had committed; it commits when the unit does. Does nothing by default.
     *
     * @param unit the unit
     */
    default void ended(Unit unit) {}

    /**
     * {@return whether a manager begins and ends the transaction of the calling thread: the next one of its connection then begins with
     * {@code setAutoCommit(false)} and not where the last one has ended; by default false}
     */
    default boolean isManaged() {
        return false;
    }

    /** A unit of work. */
    interface Unit {

        /**
         * Registers what runs once the unit has ended, on its thread, outside of it; in the order of the calls. What it throws is logged.
         *
         * @param action runs once
         */
        void afterEnd(AfterEnd action);
    }

    /** What runs after the end of a unit. */
    @FunctionalInterface
    interface AfterEnd {

        /**
         * Runs.
         *
         * @param committed whether the unit has committed; otherwise it was rolled back, or its end is unknown
         */
        void run(boolean committed);
    }
}
