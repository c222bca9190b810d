package io.counterfoil.jdbc.claim;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
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
import io.counterfoil.jdbc.dialect.KeyHash;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.LockState;
import io.counterfoil.jdbc.dialect.LookWithStatement;
import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.record.DetectedDatabase;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.transaction.DeferredClaim;
import io.counterfoil.jdbc.transaction.Transaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The primitives inside one transaction. A lease is good for the unit that gave it, and for no other. */
public final class JdbcClaims implements Claims {

    /** Of a lease that was given before its claim was sent. */
    private static final long UNKNOWN_TOKEN = 0;

    private final Transaction transaction;
    private final RecordWriter writer;
    private final KeyLocks locks;
    private final TransactionCheck check;
    private final Optional<Duration> limit;
    private final UnitParts parts;
    private final Map<IdempotencyKey, Claimed> claimed = new LinkedHashMap<>();
    private final Set<Long> held = new LinkedHashSet<>();
    private boolean limited;
    private boolean verified;

    /** @param limit how long the unit may own a claim */
    public JdbcClaims(Transaction transaction, RecordWriter writer, Optional<Duration> limit) {
        this.transaction = transaction;
        this.writer = writer;
        this.locks = writer.database().locks();
        this.check = writer.database().check();
        this.limit = limit;
        this.parts = new UnitParts(transaction, writer.database());
    }

    /** The unit is over: its leases are stale from now on. */
    public void end() {
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

    private void limit() throws SQLException {
        if (limit.isPresent() && !limited) {
            limited = locks.beginLimit(transaction.connectionOfClaims(), limit.get(), transaction.isJoined());
        }
    }

    @Override
    public Claim claim(KeyedRequest request) {
        Claimed mine = claimed.get(request.key());
        if (mine != null) {
            return inProgress(mine.request, request);
        }
        if (limit.isEmpty() && held.isEmpty() && transaction.defersClaims()) {
            Optional<LookWithStatement> look = locks.lookWithStatement();
            if (look.isPresent()) {
                return deferred(request, look.get());
            }
        }
        try {
            transaction.sendClaim();
            ClaimLookup look = locks.look(transaction.connectionOfClaims(), request, limit, savesPoint());
            if (look.lock() == LockState.ACQUIRED) {
                limit();
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
            case ACQUIRED -> acquired(request, look);
            case OTHER_CONTENTS -> new Claim.Mismatch(Optional.empty());
            case TAKEN -> new Claim.InFlight();
        };
    }

    /** Other contents are not distinguished where that would undo the unit, which the other claims share. */
    @Override
    public List<Claim> claimAll(List<KeyedRequest> requests) {
        if (requests.size() < 2 || requests.stream().anyMatch(request -> claimed.containsKey(request.key()))) {
            return Claims.super.claimAll(requests);
        }
        try {
            // In a transaction of the caller's the savepoint may be that of another unit.
            boolean savepoint = !transaction.isJoined();
            List<ClaimLookup> looks = locks.lookAll(transaction.connectionOfClaims(), requests, limit, savepoint);
            if (looks.stream().anyMatch(look -> look.lock() == LockState.ACQUIRED)) {
                limit();
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
    public <T, X extends Exception> T part(UnitOfWork<T, X> work) throws X {
        return parts.run(() -> work.run(this));
    }

    @Override
    public Claim claim(KeyedRequest request, Payload result, Retention retention) {
        if (claimed.containsKey(request.key())) {
            return claim(request);
        }
        Optional<InsertedRecord> inserted;
        try {
            transaction.sendClaim();
            inserted = locks.insertWithLock(
                    transaction.connectionOfClaims(), request, result, retention, limit, savesPoint());
        } catch (SQLException failure) {
            throw new StoreException("claiming a key", failure);
        }
        return inserted.isPresent()
                ? acquired(new Claimed(request, new Known(result, retention), inserted.get()))
                : claim(request);
    }

    /** The claim is sent with the first statement of the work. */
    private Claim deferred(KeyedRequest request, LookWithStatement look) {
        Claimed mine = new Claimed(request);
        Claim acquired = acquired(mine);
        transaction.defer(new DeferredClaim() {
            @Override
            public String sql() {
                return look.sql();
            }

            @Override
            public int bind(PreparedStatement statement) throws SQLException {
                return look.bind(statement, request);
            }

            @Override
            public void read(PreparedStatement statement) throws SQLException {
                mine.look = Optional.of(look.read(statement));
            }

            @Override
            public boolean isNotFree(SQLException failure) {
                return look.isNotFree(failure);
            }

            @Override
            public void send() throws SQLException {
                requireClaimed(mine);
            }
        });
        return acquired;
    }

    /** Where the savepoint recognises the transaction, or the application's own transactions begin at it. */
    private boolean savesPoint() {
        return transaction.isSaved() || (check.needsSavepoint() && !transaction.isJoined());
    }

    private static Claim inProgress(KeyedRequest original, KeyedRequest other) {
        return original.fingerprint().equals(other.fingerprint())
                ? new Claim.InFlight()
                : new Claim.Mismatch(Optional.empty());
    }

    private Claim acquired(KeyedRequest request, ClaimLookup look) {
        return acquired(new Claimed(request, tokenOf(look), look));
    }

    private static long tokenOf(ClaimLookup look) {
        return Math.max(look.now(), look.row().map(RecordRow::token).orElse(0L) + 1);
    }

    private Claim acquired(Claimed mine) {
        claimed.put(mine.request.key(), mine);
        transaction.claimed(savesPoint(), this::claimAgain);
        return new Claim.Acquired(mine.lease);
    }

    /** After the transaction was begun again. */
    private void claimAgain() throws SQLException {
        limited = false;
        for (Claimed mine : claimed.values()) {
            requireClaimed(mine);
        }
        for (long number : held) {
            if (!locks.hold(transaction.connectionOfClaims(), number, limit)) {
                throw new SQLException(
                        "another unit holds a data key of this one, which was begun again",
                        DetectedDatabase.SERIALIZATION_FAILURE);
            }
        }
        if (!claimed.isEmpty() || !held.isEmpty()) {
            limit();
            transaction.claimed(!claimed.isEmpty() && savesPoint(), this::claimAgain);
        }
    }

    /** Claims now what the work began with the claim of. */
    private void requireClaimed(Claimed mine) throws SQLException {
        if (!isClaimedAgain(mine)) {
            throw new SQLException(
                    "another request has claimed the key " + mine.request.key() + " since its work has begun",
                    DetectedDatabase.SERIALIZATION_FAILURE);
        }
    }

    private boolean isClaimedAgain(Claimed mine) throws SQLException {
        if (mine.known.isPresent()) {
            Known known = mine.known.get();
            Optional<InsertedRecord> inserted = locks.insertWithLock(
                    transaction.connectionOfClaims(),
                    mine.request,
                    known.result(),
                    known.retention(),
                    limit,
                    savesPoint());
            inserted.ifPresent(row -> mine.begun = row.begun());
            return inserted.isPresent();
        }
        ClaimLookup look = locks.look(transaction.connectionOfClaims(), mine.request, limit, savesPoint());
        mine.look = Optional.of(look);
        return look.lock() == LockState.ACQUIRED
                && look.row()
                        .flatMap(row -> row.claim(mine.request, look.now()))
                        .isEmpty();
    }

    private Claim taken(KeyedRequest request) throws SQLException {
        if (!locks.findsContentsLater() || transaction.isJoined() || !held.isEmpty() || !claimed.isEmpty()) {
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
        Claimed mine = claimed.get(lease.key());
        if (mine == null || mine.completed || !mine.lease.equals(lease)) {
            return Settlement.STALE;
        }
        try {
            if (transaction.isRollbackOnly()) {
                transaction.refuseUnclaimed();
                return Settlement.ROLLED_BACK;
            }
            transaction.sendClaim();
            transaction.workIsOver();
            if (mine.known.isEmpty()) {
                record(mine, mine.look.orElseThrow(), payload, retention);
            } else {
                // The record is there already, so that nothing but the commit is left to notice.
                transaction.atCommit(last -> verifyAndCommit(last, mine.begun));
            }
        } catch (SQLException failure) {
            throw RecordWriter.failed(failure);
        }
        mine.completed = true;
        return Settlement.RECORDED;
    }

    @Override
    public List<Settlement> completeAll(List<CompletedClaim> results) {
        if (results.size() < 2 || transaction.isRollbackOnly()) {
            return Claims.super.completeAll(results);
        }
        List<Settlement> settlements = new ArrayList<>();
        List<NewRecord> inserted = new ArrayList<>();
        try {
            transaction.workIsOver();
            for (CompletedClaim result : results) {
                Claimed mine = claimed.get(result.lease().key());
                if (mine == null || mine.completed || !mine.lease.equals(result.lease())) {
                    settlements.add(Settlement.STALE);
                } else if (mine.look.filter(look -> look.row().isEmpty()).isEmpty()) {
                    settlements.add(complete(result.lease(), result.request(), result.payload(), result.retention()));
                } else {
                    ClaimLookup look = mine.look.get();
                    verify(look.begun());
                    inserted.add(newRecord(mine, look, result.payload(), result.retention()));
                    mine.completed = true;
                    settlements.add(Settlement.RECORDED);
                }
            }
        } catch (SQLException failure) {
            throw RecordWriter.failed(failure);
        }
        if (!inserted.isEmpty()
                && (!locks.commitsWithInsert()
                        || !transaction.atCommit(last -> writer.insertAll(last, inserted, true)))) {
            writer.insertAll(transaction.connectionOfClaims(), inserted, false);
        }
        return settlements;
    }

    /** Once, where no statement that records does it. */
    private void verify(long begun) throws SQLException {
        if (check.expression().isEmpty() && !transaction.isJoined() && !verified) {
            check.verify(transaction.connectionOfClaims(), begun);
            verified = true;
        }
    }

    private void record(Claimed mine, ClaimLookup look, Payload payload, Retention retention) throws SQLException {
        verify(look.begun());
        NewRecord record = newRecord(mine, look, payload, retention);
        Optional<RecordRow> released = look.row();
        if (released.isPresent()) {
            writer.replace(transaction.connectionOfClaims(), record, released.get());
        } else if (!locks.commitsWithInsert() || !transaction.atCommit(last -> writer.insertAndCommit(last, record))) {
            writer.insert(transaction.connectionOfClaims(), record);
        }
    }

    /** With the token of the lease, which a deferred claim did not know when the work began. */
    private static NewRecord newRecord(Claimed mine, ClaimLookup look, Payload payload, Retention retention) {
        long token = mine.lease.token() == UNKNOWN_TOKEN ? tokenOf(look) : mine.lease.token();
        return new NewRecord(mine.request, look.now(), look.begun(), token, payload, retention);
    }

    private void verifyAndCommit(Connection connection, long begun) {
        try {
            check.verifyAndCommit(connection, begun);
        } catch (SQLException failure) {
            throw RecordWriter.failed(check.explained(failure));
        }
    }

    @Override
    public boolean release(Lease lease) {
        Claimed mine = claimed.get(lease.key());
        if (mine == null || !mine.lease.equals(lease)) {
            return false;
        }
        try {
            transaction.refuseUnclaimed();
        } catch (SQLException unclaimed) {
            throw new StoreException("claiming a key", unclaimed);
        }
        claimed.remove(lease.key());
        transaction.setRollbackOnly();
        return true;
    }

    @Override
    public boolean hold(DataKey key) {
        try {
            transaction.sendClaim();
            long number = KeyHash.of(key);
            boolean holds = locks.hold(transaction.connectionOfClaims(), number, limit);
            if (holds) {
                limit();
                held.add(number);
                transaction.claimed(false, this::claimAgain);
            }
            return holds;
        } catch (SQLException failure) {
            throw new StoreException("holding a key", failure);
        }
    }

    /** A result that is known, and recorded with the claim. */
    private record Known(Payload result, Retention retention) {}

    /** A claim of this unit's. */
    private static final class Claimed {

        private final Lease lease;
        private final KeyedRequest request;
        private final Optional<Known> known;

        /** Empty where the record is inserted already, and while the claim has not been sent. */
        private Optional<ClaimLookup> look;

        private long begun;
        private boolean completed;

        Claimed(KeyedRequest request, long token, ClaimLookup look) {
            this.lease = new Lease(request.key(), token);
            this.request = request;
            this.look = Optional.of(look);
            this.known = Optional.empty();
        }

        /** To be sent with the first statement. */
        Claimed(KeyedRequest request) {
            this.lease = new Lease(request.key(), UNKNOWN_TOKEN);
            this.request = request;
            this.look = Optional.empty();
            this.known = Optional.empty();
        }

        Claimed(KeyedRequest request, Known known, InsertedRecord inserted) {
            this.lease = new Lease(request.key(), inserted.token());
            this.request = request;
            this.look = Optional.empty();
            this.known = Optional.of(known);
            this.begun = inserted.begun();
        }
    }
}
