package io.counterfoil.jdbc.transaction;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;

/** A transaction, as its work sees it; for the thread that runs the work, and no longer than the work runs. */
public interface Transaction {

    /** {@return the connection; the transaction's to commit and to close} */
    Connection connection();

    /**
     * {@return the connection for claims: what they execute on it can be repeated by {@link Restart}, and does not keep the transaction
     * from being begun again; by default the {@link #connection}}
     */
    default Connection connectionOfClaims() {
        return connection();
    }

    /** {@return whether the transaction can only be rolled back} */
    boolean isRollbackOnly();

    /** Makes the transaction end in a roll-back. */
    void setRollbackOnly();

    /** {@return whether the transaction existed before the work, and continues after it} */
    boolean isJoined();

    /**
     * Puts a statement off until the transaction commits: it is then run as the very last one, after which the commit is
     * all that follows, and not at all when the transaction rolls back. What it throws makes the transaction roll back,
     * and is thrown by {@link Transactions#run}.
     *
     * @param statement runs at the end, once
     * @return false when that cannot be promised (the transaction is joined, something else may write later, another
     *     statement is put off already): the statement was not taken, and is the caller's to run at once
     */
    boolean atCommit(LastStatement statement);

    /**
     * {@return whether the statement that claims is to set the savepoint {@value Transactions#CLAIM_SAVEPOINT} after what it does, which
     * costs no round trip of its own: transactions of the application inside this one are undone only to it; by default false}
     */
    default boolean isSaved() {
        return false;
    }

    /**
     * A key was claimed, before anything else was executed.
     *
     * @param saved whether the savepoint was set after the claim
     * @param again claims all keys of the transaction again, where it has to be begun again
     */
    default void claimed(boolean saved, Restart again) {}

    /** {@return whether a claim is to be sent with the first statement of the work, by {@link #defer}; by default false} */
    default boolean defersClaims() {
        return false;
    }

    /**
     * Defers a claim: it is sent with the first statement of the work, or by {@link #sendClaim}.
     *
     * @param claim the claim
     * @throws UnsupportedOperationException when this transaction does not {@linkplain #defersClaims defer claims}
     */
    default void defer(DeferredClaim claim) {
        throw new UnsupportedOperationException("this transaction defers no claim");
    }

    /**
     * Sends a claim that was deferred and has not been sent.
     *
     * @throws SQLException when the key was not free (a conflict), or the driver failed
     */
    default void sendClaim() throws SQLException {}

    /**
     * The work has ended without a result to record. A claim that was deferred and has not been sent is sent, since the work may end so
     * only where the key is free.
     *
     * @throws SQLException when the key was not free (a conflict), now or when the claim was sent, or the driver failed
     */
    default void refuseUnclaimed() throws SQLException {}

    /**
     * The work is over, and its result about to be recorded: ends what is open inside the transaction.
     *
     * @throws SQLException when the transaction was lost by a conflict, or the driver failed
     */
    default void workIsOver() throws SQLException {}

    /**
     * A part of the work begins, which can be undone alone: by {@link #undoPart} and a savepoint of its own. The transaction is not begun again from
     * here on.
     *
     * @return whether it can be undone alone; by default false
     */
    default boolean beginPart() {
        return false;
    }

    /**
     * The work of a part is over: finds out what a commit would.
     *
     * @throws SQLException when the commit would be refused, with the failure that it would have; or when the driver failed
     */
    default void endPart() throws SQLException {}

    /**
     * A part is being undone, to its savepoint: ends what is open inside it.
     *
     * @throws SQLException when the driver failed
     */
    default void undoPart() throws SQLException {}

    /** Claims again what a transaction had claimed, after it was begun again. */
    @FunctionalInterface
    interface Restart {

        /**
         * Claims again.
         *
         * @throws SQLException when a claim was lost meanwhile (a conflict), or the driver failed
         */
        void claimAgain() throws SQLException;
    }

    /** The last statement of a transaction. */
    @FunctionalInterface
    interface LastStatement {

        /**
         * Runs it. The commit may ride along in the same round trip: whether it did or not, the transaction still calls the
         * driver's {@link Connection#commit}, which then has nothing left to send.
         *
         * @param connection the connection of the transaction
         * @throws StoreException when it failed; nothing is committed, save when the
         *     connection broke in the very commit
         */
        void run(Connection connection);
    }
}
