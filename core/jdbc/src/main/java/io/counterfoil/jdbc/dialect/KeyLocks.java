package io.counterfoil.jdbc.dialect;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.row.RecordTable;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How keys are locked in one database: the strategy that a dialect {@linkplain SqlDialect#locks returns}. A lock is tried and never waited
 * for; its transaction holds it until that ends, also when the owning process failed. What makes "once" true is the primary key of the
 * records and not the lock: a lock that two transactions have at once costs one of them its work, which is rolled back.
 *
 * <p>A database whose locks have numbers needs no implementation of its own: {@link io.counterfoil.jdbc.locks.NumberedLocks} takes a function
 * that tries one. Thread-safe; one store's, whose state it may keep.
 */
public interface KeyLocks {

    /** The name of a savepoint right behind the claim: the transaction that claimed has it, and no later one of the connection. */
    String SAVEPOINT = Transactions.CLAIM_SAVEPOINT;

    /** {@return the table of records, as {@link #look} reads it} */
    RecordTable records();

    /**
     * Tries the lock of a key, and then reads what is stored under the key, with a snapshot that is not older than the lock. To be called in a
     * transaction. Where the lock is acquired and no record prevents the claim, others can see which contents the key is claimed for, if
     * they can see that at all.
     *
     * @param connection in a transaction
     * @param request the request whose key is claimed
     * @param limit how long the transaction may hold the lock, where the strategy begins a limit in the statement that locks; empty for no
     *     limit
     * @param savepoint whether to set {@link #SAVEPOINT} after it
     * @return who has the lock, and what is stored under the key
     * @throws SQLException when the database fails; the transaction is to be rolled back
     */
    ClaimLookup look(Connection connection, KeyedRequest request, Optional<Duration> limit, boolean savepoint)
            throws SQLException;

    /** {@return a {@link #look} in the round trip of another statement; empty, the default, where there is none} */
    default Optional<LookWithStatement> lookWithStatement() {
        return Optional.empty();
    }

    /**
     * Looks up several requests as {@link #look} does, no two of which have one key; by default one after the other. No lock is waited for,
     * so two transactions cannot wait for each other, whatever the order of the keys.
     *
     * @param connection in a transaction
     * @param requests the requests whose keys are claimed
     * @param limit as in {@link #look}
     * @param savepoint as in {@link #look}
     * @return the results, in the order of the requests
     * @throws SQLException when the database fails; the transaction is to be rolled back
     */
    default List<ClaimLookup> lookAll(
            Connection connection, List<KeyedRequest> requests, Optional<Duration> limit, boolean savepoint)
            throws SQLException {
        List<ClaimLookup> looks = new ArrayList<>();
        for (KeyedRequest request : requests) {
            looks.add(look(connection, request, limit, savepoint));
        }
        return looks;
    }

    /**
     * {@return whether a savepoint stays when another one of its name is set, so that a transaction of many should release each ({@code
     * RELEASE SAVEPOINT …; SAVEPOINT …} in one round trip); by default false, as in the standard}
     */
    default boolean keepsShadowedSavepoints() {
        return false;
    }

    /**
     * Tries a lock that belongs to no request.
     *
     * @param connection in a transaction
     * @param number that of a {@link KeyHash}
     * @param limit as in {@link #look}
     * @return whether this transaction has it now
     * @throws SQLException when the database fails; the transaction is to be rolled back
     */
    boolean hold(Connection connection, long number, Optional<Duration> limit) throws SQLException;

    /**
     * Begins a limit after a lock was acquired, where that takes a statement of its own. A limit that cannot be enforced is logged.
     *
     * @param connection in the transaction that has the lock
     * @param limit how long the transaction may hold it, positive
     * @param joined whether the transaction continues after the unit of work
     * @return whether {@link #endLimit} must end it
     * @throws SQLException when the database fails; the transaction is to be rolled back
     */
    boolean beginLimit(Connection connection, Duration limit, boolean joined) throws SQLException;

    /**
     * Ends a limit that would outlive its transaction. Called where {@link #beginLimit} has returned true; does nothing by default.
     *
     * @param connection the connection of the transaction, which is about to end
     * @throws SQLException when the database fails
     */
    default void endLimit(Connection connection) throws SQLException {}

    /** {@return how the transaction that claimed is recognised} */
    TransactionCheck check();

    /**
     * {@return whether an insert of a record failed because there is a row with its key}
     *
     * @param failure what the insert failed with
     */
    boolean isDuplicateKey(SQLException failure);

    /**
     * {@return whether a transaction lost a conflict with another one, and may win when it is run again as a whole}
     *
     * @param failure what a statement or the commit failed with
     */
    boolean isConflict(SQLException failure);

    /**
     * Removes at most so many rows whose time is over, the oldest first, and passes over those that another transaction has locked.
     *
     * @param connection in a transaction
     * @param limit the maximum number of rows, at least 1
     * @param own whether the transaction has just begun, and is the purge's own
     * @return how many were removed
     * @throws SQLException when the database fails; the transaction is to be rolled back
     */
    int purge(Connection connection, int limit, boolean own) throws SQLException;

    /** {@return whether {@code ; COMMIT} can end an insert, in one round trip; by default false} */
    default boolean commitsWithInsert() {
        return false;
    }

    /** {@return whether a table of arrays ({@code unnest}) can be inserted, in one statement for any number of rows; by default false} */
    default boolean insertsArrays() {
        return false;
    }

    /**
     * Tries the lock of a key as {@link #look} does, and where it is acquired inserts the record of a request whose result is known, in one
     * statement. By default there is no such statement.
     *
     * @param connection in a transaction
     * @param request the request whose key is claimed
     * @param result the payload of the record
     * @param retention how long the record is kept at least
     * @param limit as in {@link #look}
     * @param savepoint whether to set {@link #SAVEPOINT} after it
     * @return the record; empty where no record was inserted, for a reason that {@link #look} finds: the lock was not acquired, or there
     *     is a row with the key, or there is no such statement
     * @throws SQLException when the database fails; the transaction is to be rolled back
     */
    default Optional<InsertedRecord> insertWithLock(
            Connection connection,
            KeyedRequest request,
            Payload result,
            Retention retention,
            Optional<Duration> limit,
            boolean savepoint)
            throws SQLException {
        return Optional.empty();
    }

    /**
     * {@return whether {@link LockState#TAKEN} may still turn out to be other contents, by {@link #isOtherContents}, once the transaction
     * that looked has been rolled back; by default false}
     */
    default boolean findsContentsLater() {
        return false;
    }

    /**
     * {@return whether the owner of the key's lock has claimed the same key for other contents; false where that is unknown, as by default} To
     * be called on a connection that has no transaction open, and leaves none.
     *
     * @param connection has no transaction open, and has none afterwards
     * @param request the request whose key is locked
     * @throws SQLException when the database fails
     */
    default boolean isOtherContents(Connection connection, KeyedRequest request) throws SQLException {
        return false;
    }

    /**
     * Waits until a row that was read is where a commit must be, with synchronous standbys; called before a record answers a request. The
     * commit that wrote it may have ended without a standby, when its wait was cancelled or its server process terminated, and is visible all
     * the same. In auto-commit mode this waits; in a transaction its commit does. By default there is nothing to wait for.
     *
     * @param connection the connection on which the row was read
     * @param key the key of the request
     * @param row the row that was read
     * @throws SQLException when the database fails
     * @throws StoreException when the wait was cancelled, or the row is gone since it was read
     */
    default void awaitStandbys(Connection connection, IdempotencyKey key, RecordRow row) throws SQLException {}
}
