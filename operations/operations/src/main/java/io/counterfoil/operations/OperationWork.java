package io.counterfoil.operations;

import java.sql.Connection;
import java.sql.SQLException;

/** Executes the operations of one kind, step by step. Must be thread-safe: several operations are executed at once. */
@FunctionalInterface
public interface OperationWork {

    /**
     * Makes one step: in one transaction, in which the operation's row is locked and was just read. What it writes
     * on this connection commits together with the recovery point that it returns, or not at all: so each step
     * takes effect once, whenever a process fails.
     *
     * <p>A step should take less than a second or so: nothing is lost but the step when its process dies, progress is seen after each, and
     * a runtime that is closed waits for it. What it does outside of the transaction may be done again.
     *
     * @param connection the transaction's: neither to be committed nor closed here
     * @param operation as it is now
     * @return whether the operation continues, has finished or has failed
     * @throws Exception what went wrong: the transaction is rolled back, and the step made again after a pause, until it has failed too often
     */
    OperationStep advance(Connection connection, Operation operation) throws Exception;

    /**
     * Removes what this work stored for an operation that is removed after its retention, in the transaction that removes the operation.
     * By default nothing.
     *
     * @param connection the transaction's: neither to be committed nor closed here
     * @param operation as it ended
     * @throws SQLException the driver's: the transaction is rolled back, and the operations are removed in a later round
     */
    default void remove(Connection connection, Operation operation) throws SQLException {}
}
