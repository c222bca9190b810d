package io.counterfoil.jdbc.transaction;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the transaction of a unit of work can still be used: a claim may be put off to its first statement, that claim may turn out not to be
 * acquired, and the transaction may be lost. Used by the unit's thread.
 */
final class Deferral {

    /** SQLState of a lost conflict. */
    private static final String CONFLICT = "40001";

    private final UnitMemory memory;

    /** A claim that was not sent yet. */
    private @Nullable DeferredClaim claim;

    /** Whether a claim was sent with the first statement, and the key was not free. */
    private boolean unclaimed;

    private @Nullable SQLException lost;

    Deferral(UnitMemory memory) {
        this.memory = memory;
    }

    boolean isPossible() {
        return claim == null && memory.defers();
    }

    void defer(DeferredClaim next) {
        claim = next;
    }

    boolean isDeferred() {
        return claim != null;
    }

    /** What was not sent is claimed as all other keys are. */
    void forget() {
        claim = null;
    }

    /** The claim that was not sent yet, to be sent by the caller; null for none. */
    @Nullable
    DeferredClaim take() throws SQLException {
        refuseLost();
        DeferredClaim taken = claim;
        claim = null;
        return taken;
    }

    void send() throws SQLException {
        DeferredClaim taken = take();
        if (taken != null) {
            try {
                taken.send();
            } catch (SQLException failure) {
                loseClaim(failure);
                throw failure;
            }
        }
    }

    /** The claim was not acquired: the unit is run again, and claims first. */
    void loseClaim(SQLException cause) {
        unclaimed = true;
        memory.claimFirst();
        lose(cause);
    }

    /** @throws SQLException when the claim turns out not to be acquired */
    void refuseUnclaimed() throws SQLException {
        if (unclaimed) {
            refuseLost();
        } else if (isDeferred()) {
            send();
        }
    }

    /** Nothing can be executed in the transaction any more: it is rolled back, and may be run again as a whole. */
    void lose(SQLException cause) {
        if (lost == null) {
            lost = cause;
        }
    }

    boolean isLost() {
        return lost != null;
    }

    /** @throws SQLException when the transaction is lost: a conflict, as far as its work is concerned */
    void refuseLost() throws SQLException {
        if (lost != null) {
            throw new SQLException(
                    "the keyed unit of work has lost its transaction, and will be run again", CONFLICT, lost);
        }
    }
}
