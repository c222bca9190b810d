package io.counterfoil.jdbc.claim;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.CompletedClaim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.idempotency.store.UnitOfWork;
import io.counterfoil.jdbc.dialect.ClaimLookup;
import io.counterfoil.jdbc.dialect.InsertedRecord;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.LockState;
import io.counterfoil.jdbc.dialect.LookWithStatement;
import io.counterfoil.jdbc.transaction.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The primitives inside one transaction. A lease is good for the unit that gave it, and for no other. */
public final class JdbcClaims implements Claims {

    private final Transaction transaction;
    private final KeyLocks locks;
    private final UnitKeys keys;
    private final UnitResults results;
    private final UnitParts parts;

    /** @param limit how long the unit may own a claim */
    public JdbcClaims(Transaction transaction, RecordWriter writer, Optional<Duration> limit) {
        this.transaction = transaction;
        this.locks = writer.database().locks();
        this.keys = new UnitKeys(transaction, writer.database(), limit);
        this.results = new UnitResults(transaction, keys, writer);
        this.parts = new UnitParts(transaction, writer.database());
    }

    /** The unit is over: its leases are stale from now on. */
    public void end() {
        keys.end();
    }

    /**
     * The same, because of a failure.
     *
     * @throws StoreException a conflict, when the claim was deferred and not acquired: then the failure may be no answer to the request
     */
    public void end(Throwable failure) {
        try {
            end();
        } catch (StoreException broken) {
            failure.addSuppressed(broken);
        }
        try {
            transaction.refuseUnclaimed();
        } catch (SQLException unclaimed) {
            if (failure instanceof Exception) {
                unclaimed.addSuppressed(failure);
                throw new StoreException("claiming a key", unclaimed);
            }
        }
    }

    @Override
    public Claim claim(KeyedRequest request) {
        Optional<UnitClaim> own = keys.of(request.key());
        if (own.isPresent()) {
            return inProgress(own.get().request(), request);
        }
        if (keys.limit().isEmpty() && keys.isEmpty() && transaction.defersClaims()) {
            Optional<LookWithStatement> look = locks.lookWithStatement();
            if (look.isPresent()) {
                return deferred(request, look.get());
            }
        }
        try {
            transaction.sendClaim();
            ClaimLookup look = locks.look(transaction.connectionOfClaims(), request, keys.limit(), keys.savesPoint());
            if (look.lock() == LockState.ACQUIRED) {
                keys.beginLimit();
            }
            Optional<Claim> recorded = recorded(request, look);
            if (recorded.isPresent()) {
                return recorded.get();
            }
            return look.lock() == LockState.TAKEN ? taken(request) : notRecorded(request, look);
        } catch (SQLException failure) {
            throw new StoreException("claiming a key", failure);
        }
    }

    /** Other contents are not distinguished where that would undo the unit, which the other claims share. */
    @Override
    public List<Claim> claimAll(List<KeyedRequest> requests) {
        if (requests.size() < 2
                || requests.stream().anyMatch(request -> keys.of(request.key()).isPresent())) {
            return Claims.super.claimAll(requests);
        }
        try {
            // In a transaction of the caller's the savepoint may be that of another unit.
            boolean savepoint = !transaction.isJoined();
            List<ClaimLookup> looks =
                    locks.lookAll(transaction.connectionOfClaims(), requests, keys.limit(), savepoint);
            if (looks.stream().anyMatch(look -> look.lock() == LockState.ACQUIRED)) {
                keys.beginLimit();
                if (savepoint) {
                    parts.claimed();
                }
            }
            List<Claim> claims = new ArrayList<>();
            for (int i = 0; i < looks.size(); i++) {
                KeyedRequest request = requests.get(i);
                Optional<Claim> recorded = recorded(request, looks.get(i));
                claims.add(recorded.isPresent() ? recorded.get() : notRecorded(request, looks.get(i)));
            }
            return claims;
        } catch (SQLException failure) {
            throw new StoreException("claiming keys", failure);
        }
    }

    @Override
    public Claim claim(KeyedRequest request, Payload result, Retention retention) {
        if (keys.of(request.key()).isPresent()) {
            return claim(request);
        }
        Optional<InsertedRecord> inserted;
        try {
            transaction.sendClaim();
            inserted = locks.insertWithLock(
                    transaction.connectionOfClaims(), request, result, retention, keys.limit(), keys.savesPoint());
        } catch (SQLException failure) {
            throw new StoreException("claiming a key", failure);
        }
        return inserted.isPresent()
                ? acquired(UnitClaim.inserted(request, new KnownResult(result, retention), inserted.get()))
                : claim(request);
    }

    /** The claim is sent with the first statement of the work. */
    private Claim deferred(KeyedRequest request, LookWithStatement look) {
        UnitClaim claim = UnitClaim.unsent(request);
        Claim acquired = acquired(claim);
        transaction.defer(new UnsentClaim(claim, keys, look));
        return acquired;
    }

    private Claim acquired(UnitClaim claim) {
        keys.add(claim);
        return new Claim.Acquired(claim.lease());
    }

    /** The claim that the row prevents. */
    private Optional<Claim> recorded(KeyedRequest request, ClaimLookup look) throws SQLException {
        Optional<Claim> answer = look.row().flatMap(row -> row.claim(request, look.now()));
        if (answer.isPresent() && answer.get() instanceof Claim.Replay) {
            locks.awaitStandbys(
                    transaction.connectionOfClaims(), request.key(), look.row().orElseThrow());
        }
        return answer;
    }

    /** The claim that no row prevents. */
    private Claim notRecorded(KeyedRequest request, ClaimLookup look) {
        return switch (look.lock()) {
            case ACQUIRED -> acquired(UnitClaim.found(request, look));
            case OTHER_CONTENTS -> new Claim.Mismatch(Optional.empty());
            case TAKEN -> new Claim.InFlight();
        };
    }

    private static Claim inProgress(KeyedRequest original, KeyedRequest other) {
        return original.fingerprint().equals(other.fingerprint())
                ? new Claim.InFlight()
                : new Claim.Mismatch(Optional.empty());
    }

    private Claim taken(KeyedRequest request) throws SQLException {
        if (!locks.findsContentsLater() || transaction.isJoined() || !keys.isEmpty()) {
            return new Claim.InFlight();
        }
        // Marked as well: what the unit did before this is undone, so what it does after this must not commit alone.
        transaction.setRollbackOnly();
        transaction.connectionOfClaims().rollback();
        return locks.isOtherContents(transaction.connectionOfClaims(), request)
                ? new Claim.Mismatch(Optional.empty())
                : new Claim.InFlight();
    }

    @Override
    public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
        return results.complete(new CompletedClaim(lease, request, payload, retention));
    }

    @Override
    public List<Settlement> completeAll(List<CompletedClaim> completed) {
        return completed.size() < 2 || transaction.isRollbackOnly()
                ? Claims.super.completeAll(completed)
                : results.completeAll(completed);
    }

    @Override
    public <T, X extends Exception> T part(UnitOfWork<T, X> work) throws X {
        return parts.run(() -> work.run(this));
    }

    @Override
    public boolean release(Lease lease) {
        Optional<UnitClaim> own =
                keys.of(lease.key()).filter(claim -> claim.lease().equals(lease));
        if (own.isEmpty()) {
            return false;
        }
        try {
            transaction.refuseUnclaimed();
        } catch (SQLException unclaimed) {
            throw new StoreException("claiming a key", unclaimed);
        }
        keys.remove(own.get());
        transaction.setRollbackOnly();
        return true;
    }

    @Override
    public boolean hold(DataKey key) {
        try {
            transaction.sendClaim();
            return keys.hold(key);
        } catch (SQLException failure) {
            throw new StoreException("holding a key", failure);
        }
    }
}
