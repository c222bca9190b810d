package io.counterfoil.jdbc.claim;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.ClaimLookup;
import io.counterfoil.jdbc.dialect.InsertedRecord;
import io.counterfoil.jdbc.dialect.KeyHash;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.LockState;
import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.record.Database;
import io.counterfoil.jdbc.record.DetectedDatabase;
import io.counterfoil.jdbc.transaction.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The keys that a unit of work has: those of its requests, and data keys. Where its transaction is begun again, all of them are claimed
 * again, or the unit has lost a conflict. Used by the unit's thread.
 */
final class UnitKeys {

    private final Transaction transaction;
    private final KeyLocks locks;
    private final TransactionCheck check;
    private final Optional<Duration> limit;
    private final Map<IdempotencyKey, UnitClaim> claimed = new LinkedHashMap<>();
    private final Set<Long> held = new LinkedHashSet<>();
    private boolean limited;

    /** @param limit how long the unit may own a claim */
    UnitKeys(Transaction transaction, Database database, Optional<Duration> limit) {
        this.transaction = transaction;
        this.locks = database.locks();
        this.check = database.check();
        this.limit = limit;
    }

    Optional<Duration> limit() {
        return limit;
    }

    boolean isEmpty() {
        return claimed.isEmpty() && held.isEmpty();
    }

    Optional<UnitClaim> of(IdempotencyKey key) {
        return Optional.ofNullable(claimed.get(key));
    }

    void add(UnitClaim claim) {
        claimed.put(claim.key(), claim);
        transaction.claimed(savesPoint(), this::claimAgain);
    }

    void remove(UnitClaim claim) {
        claimed.remove(claim.key());
    }

    boolean hold(DataKey key) throws SQLException {
        long number = KeyHash.of(key);
        boolean holds = locks.hold(transaction.connectionOfClaims(), number, limit);
        if (holds) {
            beginLimit();
            held.add(number);
            transaction.claimed(false, this::claimAgain);
        }
        return holds;
    }

    /** From the first key on, once. */
    void beginLimit() throws SQLException {
        if (limit.isPresent() && !limited) {
            limited = locks.beginLimit(transaction.connectionOfClaims(), limit.get(), transaction.isJoined());
        }
    }

    /** The unit is over: its leases are stale from now on. */
    void end() {
        claimed.clear();
        if (limited) {
            limited = false;
            try {
                locks.endLimit(transaction.connectionOfClaims());
            } catch (SQLException failure) {
                throw new StoreException("ending the limit of a unit", failure);
            }
        }
    }

    /** Where the savepoint recognises the transaction, or the application's own transactions begin at it. */
    boolean savesPoint() {
        return transaction.isSaved() || (check.needsSavepoint() && !transaction.isJoined());
    }

    /** After the transaction was begun again. */
    private void claimAgain() throws SQLException {
        limited = false;
        for (UnitClaim claim : claimed.values()) {
            requireClaimed(claim);
        }
        for (long number : held) {
            if (!locks.hold(transaction.connectionOfClaims(), number, limit)) {
                throw new SQLException(
                        "another unit holds a data key of this one, which was begun again",
                        DetectedDatabase.SERIALIZATION_FAILURE);
            }
        }
        if (!isEmpty()) {
            beginLimit();
            transaction.claimed(!claimed.isEmpty() && savesPoint(), this::claimAgain);
        }
    }

    /**
     * Claims now what the work began with the claim of.
     *
     * @throws SQLException a conflict, when another request has claimed the key meanwhile
     */
    void requireClaimed(UnitClaim claim) throws SQLException {
        if (!isClaimedAgain(claim)) {
            throw new SQLException(
                    "another request has claimed the key " + claim.key() + " since its work has begun",
                    DetectedDatabase.SERIALIZATION_FAILURE);
        }
    }

    private boolean isClaimedAgain(UnitClaim claim) throws SQLException {
        if (claim.known().isPresent()) {
            KnownResult known = claim.known().get();
            Optional<InsertedRecord> inserted = locks.insertWithLock(
                    transaction.connectionOfClaims(),
                    claim.request(),
                    known.payload(),
                    known.retention(),
                    limit,
                    savesPoint());
            inserted.ifPresent(row -> claim.insertedBy(row.begun()));
            return inserted.isPresent();
        }
        ClaimLookup look = locks.look(transaction.connectionOfClaims(), claim.request(), limit, savesPoint());
        claim.sent(look);
        return look.lock() == LockState.ACQUIRED
                && look.row()
                        .flatMap(row -> row.claim(claim.request(), look.now()))
                        .isEmpty();
    }
}
