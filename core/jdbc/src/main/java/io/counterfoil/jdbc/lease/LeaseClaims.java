package io.counterfoil.jdbc.lease;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.ClaimLookup;
import io.counterfoil.jdbc.dialect.LockState;
import io.counterfoil.jdbc.record.Database;
import io.counterfoil.jdbc.record.DetectedDatabase;
import io.counterfoil.jdbc.record.RecordConflictException;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.row.RowState;
import io.counterfoil.jdbc.row.TimedRow;
import io.counterfoil.jdbc.transaction.Transaction;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How leases begin and are taken over. A call that loses a conflict throws it, and can be repeated. Thread-safe. */
public final class LeaseClaims {

    private final Transactions transactions;
    private final DetectedDatabase database;

    private volatile @Nullable LeaseUpdates updates;

    /** Leases in the database that these transactions reach. */
    public LeaseClaims(Transactions transactions, DetectedDatabase database) {
        this.transactions = transactions;
        this.database = database;
    }

    /** The writes under a lease. */
    public LeaseUpdates updates(Connection connection) {
        LeaseUpdates known = updates;
        if (known == null) {
            known = new LeaseUpdates(database.of(connection));
            updates = known;
        }
        return known;
    }

    /**
     * Claims a key for so many microseconds.
     *
     * @param takeOver whether a lease that ran out is taken over
     */
    public Claim lease(KeyedRequest request, long micros, boolean takeOver) throws SQLException {
        Begun begun = transactions.run(transaction -> begin(transaction, request, micros));
        return begun.lease.isPresent()
                ? new Claim.Acquired(begun.lease.get())
                : refusal(request, begun.look, micros, takeOver);
    }

    /** @param lease empty where the key is not free */
    private record Begun(ClaimLookup look, Optional<Lease> lease) {}

    private Begun begin(Transaction transaction, KeyedRequest request, long micros) throws SQLException {
        Connection connection = transaction.connection();
        Database here = database.of(connection);
        ClaimLookup look = here.locks().look(connection, request, Optional.empty(), false);
        boolean free = look.row()
                .map(row -> row.state(look.now()) == RowState.RELEASED)
                .orElse(true);
        if (!free || look.lock() != LockState.ACQUIRED) {
            transaction.setRollbackOnly();
            return new Begun(look, Optional.empty());
        }
        long token = Math.max(look.now(), look.row().map(RecordRow::token).orElse(0L) + 1);
        LeaseBegin begin = new LeaseBegin(look.now(), token, micros);
        if (look.row().isPresent()) {
            if (!updates(connection)
                    .again(connection, request, begin, look.row().get())) {
                throw new RecordConflictException(request.key());
            }
        } else {
            String insertion = updates(connection).insertion();
            if (!here.locks().commitsWithInsert()
                    || !transaction.atCommit(last -> insert(last, insertion + "; COMMIT", request, begin))) {
                insert(connection, insertion, request, begin);
            }
        }
        return new Begun(look, Optional.of(new Lease(request.key(), token)));
    }

    private void insert(Connection connection, String insertion, KeyedRequest request, LeaseBegin begin) {
        try {
            updates(connection).insert(connection, insertion, request, begin);
        } catch (SQLException failure) {
            if (database.of(connection).locks().isDuplicateKey(failure)) {
                throw new RecordConflictException(request.key(), failure);
            }
            throw new StoreException("beginning a lease", failure);
        }
    }

    /** What follows where no first lease can be had; the transaction that looked is over. */
    private Claim refusal(KeyedRequest request, ClaimLookup look, long micros, boolean takeOver) throws SQLException {
        Optional<Claim> answer = look.row().flatMap(row -> row.claim(request, look.now()));
        if (answer.isEmpty()) {
            return inProgress(request, look);
        }
        if (answer.get() instanceof Claim.Replay) {
            return transactions.single(connection -> {
                database.of(connection)
                        .locks()
                        .awaitStandbys(connection, request.key(), look.row().orElseThrow());
                return answer.get();
            });
        }
        return takeOver && answer.get() instanceof Claim.Unknown
                ? takenOver(request.key(), look.row().orElseThrow(), look.now(), micros)
                : answer.get();
    }

    /** Another claim of the key is being made right now, or works in a transaction. */
    private Claim inProgress(KeyedRequest request, ClaimLookup look) throws SQLException {
        boolean other = look.lock() == LockState.OTHER_CONTENTS
                || transactions.single(
                        connection -> database.of(connection).locks().isOtherContents(connection, request));
        return other ? new Claim.Mismatch(Optional.empty()) : new Claim.InFlight();
    }

    private Claim takenOver(IdempotencyKey key, RecordRow ranOut, long now, long micros) throws SQLException {
        Optional<Lease> lease = takeOver(key, ranOut, now, micros);
        if (lease.isEmpty()) {
            throw new RecordConflictException(key);
        }
        // Read after the take-over: whatever the former owner could still save was saved before it.
        Optional<Payload> progress = transactions
                .single(connection -> database.of(connection).records().find(connection, key))
                .flatMap(RecordRow::payload);
        return new Claim.Acquired(lease.get(), true, progress);
    }

    /** Takes over a lease that ran out, for so many microseconds; empty where there is none. */
    public Optional<Lease> takeOver(IdempotencyKey key, long micros) throws SQLException {
        Optional<TimedRow> found = transactions.single(
                connection -> database.of(connection).records().findWithTime(connection, key));
        return found.isPresent() && found.get().state() == RowState.UNKNOWN
                ? takeOver(key, found.get().row(), found.get().now(), micros)
                : Optional.empty();
    }

    private Optional<Lease> takeOver(IdempotencyKey key, RecordRow ranOut, long now, long micros) throws SQLException {
        long token = Math.max(now, ranOut.token() + 1);
        boolean taken =
                transactions.single(connection -> updates(connection).takeOver(connection, key, ranOut, token, micros));
        return taken ? Optional.of(new Lease(key, token)) : Optional.empty();
    }
}
