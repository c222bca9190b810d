package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore.Claims;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The primitives inside one transaction. A lease is good for the unit that gave it, and for no other. */
final class JdbcClaims implements Claims {

    private final Transactions.Transaction transaction;
    private final ClaimStatements statements;
    private final Optional<Duration> limit;
    private final Map<IdempotencyKey, Claimed> claimed = new HashMap<>();
    private boolean holds;
    private boolean limited;

    /** @param limit how long the unit may own a claim */
    JdbcClaims(Transactions.Transaction transaction, ClaimStatements statements, Optional<Duration> limit) {
        this.transaction = transaction;
        this.statements = statements;
        this.limit = limit;
    }

    /** The unit is over: its leases are stale from now on. */
    void end() {
        claimed.clear();
        if (limited) {
            limited = false;
            try {
                statements.endLimit(transaction.connection());
            } catch (SQLException failure) {
                throw new StoreException("ending the limit of a unit", failure);
            }
        }
    }

    /** The same, because of a failure. */
    void end(Throwable failure) {
        try {
            end();
        } catch (StoreException broken) {
            failure.addSuppressed(broken);
        }
    }

    private void limit() throws SQLException {
        if (limit.isPresent() && !limited) {
            limited = statements.beginLimit(transaction.connection(), limit.get(), transaction.isJoined());
        }
    }

    @Override
    public Claim claim(KeyedRequest request) {
        Claimed mine = claimed.get(request.key());
        if (mine != null) {
            return atWork(mine.request, request);
        }
        try {
            Look look = statements.look(transaction.connection(), request, limit);
            if (look.lock() == Look.Lock.ACQUIRED) {
                limit();
            }
            Optional<Claim> answer = look.row().flatMap(row -> answer(row, request, look.now()));
            if (answer.isPresent()) {
                if (answer.get() instanceof Claim.Replay) {
                    statements.awaitStandbys(
                            transaction.connection(), request.key(), look.row().orElseThrow());
                }
                return answer.get();
            }
            return switch (look.lock()) {
                case ACQUIRED -> acquired(request, look);
                case OTHER_CONTENTS -> new Claim.Mismatch(Optional.empty());
                case TAKEN -> taken(request);
            };
        } catch (SQLException failure) {
            throw new StoreException("claiming a key", failure);
        }
    }

    @Override
    public Claim claim(KeyedRequest request, Payload result, Retention retention) {
        if (claimed.containsKey(request.key())) {
            return claim(request);
        }
        OptionalLong token;
        try {
            token = statements.insertWithLock(transaction.connection(), request, result, retention, limit);
        } catch (SQLException failure) {
            throw new StoreException("claiming a key", failure);
        }
        return token.isPresent() ? acquired(request, token.getAsLong(), Optional.empty()) : claim(request);
    }

    private static Claim atWork(KeyedRequest original, KeyedRequest other) {
        return original.fingerprint().equals(other.fingerprint())
                ? new Claim.InFlight()
                : new Claim.Mismatch(Optional.empty());
    }

    /** The claim that a row means for a claimant in a transaction. */
    static Optional<Claim> answer(Row row, KeyedRequest request, long now) {
        boolean same = row.fingerprint().equals(request.fingerprint());
        return switch (row.state(now)) {
            case CARRIED_OUT -> Optional.of(row.record(request.key()).answer(request.fingerprint()));
            case AT_WORK ->
                Optional.of(
                        same
                                ? new Claim.InFlight(Optional.of(
                                        Micros.duration(row.leasedUntil().orElseThrow() - now)))
                                : new Claim.Mismatch(Optional.empty()));
            case UNKNOWN -> Optional.of(same ? new Claim.Unknown() : new Claim.Mismatch(Optional.empty()));
            case RELEASED -> Optional.empty();
        };
    }

    private Claim acquired(KeyedRequest request, Look look) {
        long token = Math.max(look.now(), look.row().map(Row::token).orElse(0L) + 1);
        return acquired(request, token, Optional.of(look));
    }

    /** @param look empty where the record is inserted already */
    private Claim acquired(KeyedRequest request, long token, Optional<Look> look) {
        Lease lease = new Lease(request.key(), token);
        claimed.put(request.key(), new Claimed(lease, request, look));
        return new Claim.Acquired(lease);
    }

    private Claim taken(KeyedRequest request) throws SQLException {
        if (!statements.tellsContentsLater() || transaction.isJoined() || holds || !claimed.isEmpty()) {
            return new Claim.InFlight();
        }
        // Marked as well: what the unit did before this is undone, so what it does after this must not commit alone.
        transaction.setRollbackOnly();
        transaction.connection().rollback();
        return statements.isOtherContents(transaction.connection(), request)
                ? new Claim.Mismatch(Optional.empty())
                : new Claim.InFlight();
    }

    @Override
    public LeaseStore.Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
        Claimed mine = claimed.get(lease.key());
        if (mine == null || mine.completed || !mine.lease.equals(lease)) {
            return LeaseStore.Settlement.STALE;
        }
        if (transaction.isRollbackOnly()) {
            return LeaseStore.Settlement.ROLLED_BACK;
        }
        mine.look.ifPresent(look -> record(mine, look, payload, retention));
        mine.completed = true;
        return LeaseStore.Settlement.RECORDED;
    }

    private void record(Claimed mine, Look look, Payload payload, Retention retention) {
        Recording recording =
                new Recording(statements, mine.request, look.now(), mine.lease.token(), payload, retention);
        Optional<Row> released = look.row();
        if (released.isPresent()) {
            recording.replace(transaction.connection(), released.get());
        } else if (!statements.commitsWithInsert() || !transaction.atCommit(recording::insertAndCommit)) {
            recording.insert(transaction.connection());
        }
    }

    @Override
    public boolean release(Lease lease) {
        Claimed mine = claimed.get(lease.key());
        if (mine == null || !mine.lease.equals(lease)) {
            return false;
        }
        claimed.remove(lease.key());
        transaction.setRollbackOnly();
        return true;
    }

    @Override
    public boolean hold(DataKey key) {
        try {
            boolean held = statements.hold(transaction.connection(), KeyHash.of(key), limit);
            if (held) {
                limit();
            }
            holds |= held;
            return held;
        } catch (SQLException failure) {
            throw new StoreException("holding a key", failure);
        }
    }

    /** A claim of this unit's. */
    private static final class Claimed {

        private final Lease lease;
        private final KeyedRequest request;
        private final Optional<Look> look;
        private boolean completed;

        Claimed(Lease lease, KeyedRequest request, Optional<Look> look) {
            this.lease = lease;
            this.request = request;
            this.look = look;
        }
    }
}
