package io.counterfoil.jdbc;

import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.RetainedRecord;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Leases and records in a relational database, for external effects. PostgreSQL, MariaDB, MySQL and H2.
 *
 * <pre>{@code
 * Idempotency idempotency = Idempotency.on(new JdbcLeaseStore(dataSource), LeasePolicy.DEFAULT);
 * Outcome<String> outcome = idempotency.execute(key, Fingerprint.of(body), PayloadCodec.TEXT, execution -> {
 *     // The same idempotency key for the bank whenever this request is executed.
 *     String receipt = bank.transfer(order, DownstreamKeys.of(key).key("transfer"));
 *     return Completion.remember(receipt);
 * });
 * }</pre>
 *
 * <h2>How it holds</h2>
 *
 * A lease is a row, and what every step of its owner's knows of that row is its token: each step is one statement of the form
 * {@code UPDATE … WHERE key AND token = ? AND at work}, and the number of rows that it changed, none or one, is the result. A caller that takes a
 * lease over writes a higher token, by a statement with the token and the end of the lease that was seen to have run
 * out, so of several who take over, and an owner who renews after all, the database lets one win. From then on none of the
 * former owner's statements finds its row. No step trusts anything that was read before, and none needs a lock that outlives
 * its statement.
 *
 * <p>A first claim inserts the row, in one short transaction that holds the key's lock, the same that {@link JdbcClaimStore}
 * claims by: neither of the two lets a key be claimed that is in progress in the other. The lock is tried and never waited for.
 *
 * <p>A lease that is released leaves its row for a day, so that the next token is higher. Where no row is left a token begins at
 * the store's time in microseconds, so that it grows over a purge as well.
 *
 * <p>Time is the database's, read within the statement that uses it. No clock of this JVM is used.
 *
 * <p>Every call takes a connection of its own, and gives it back before it returns; it never joins a transaction. So the data
 * source must hand out connections that are not shared: not one that is bound to a framework's transaction. A thread that
 * is in a transaction of its own on the same pool needs a second connection. A call that loses a conflict with another (a
 * deadlock, a serialization failure) is repeated, at most {@value #TRIES} times. Any isolation level that the connections
 * come with is right; READ COMMITTED loses the fewest conflicts.
 *
 * <p>A record is kept for its retention from the time of the result, not of the request: one that is resolved
 * late is kept as long as any other.
 *
 * <p>Needs the tables of {@link JdbcSchema}. Thread-safe.
 */
public final class JdbcLeaseStore implements LeaseStore, RecordDirectory {

    private static final int TRIES = 20;

    private final Transactions transactions;
    private final Database database = new Database();
    private final JdbcRecords records;
    private final JdbcDirectory directory;

    private volatile @Nullable LeaseUpdates updates;
    private volatile @Nullable List<String> losses;

    /** A store on connections of this data source. */
    public JdbcLeaseStore(DataSource dataSource) {
        this.transactions = new DataSourceTransactions(dataSource);
        this.records = new JdbcRecords(transactions, database);
        this.directory = new JdbcDirectory(transactions, database);
    }

    /** By the settings of the server and the standbys that are attached, asked once. */
    @Override
    public Optional<String> lossOfWrites() {
        List<String> known = losses;
        if (known == null) {
            try {
                known = transactions.single(
                        connection -> database.statements(connection).sql().lossOfCommits(connection));
            } catch (SQLException failure) {
                throw new StoreException("asking the database whether it keeps every commit", failure);
            }
            losses = known;
        }
        return known.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", known));
    }

    @Override
    public Claim lease(KeyedRequest request, Duration duration, boolean takeOver) {
        long micros = micros(duration);
        return repeated("claiming a key", () -> {
            Claimed claimed = transactions.run(transaction -> claim(transaction, request, micros));
            return claimed.lease.isPresent()
                    ? new Claim.Acquired(claimed.lease.get())
                    : refusal(request, claimed.look, micros, takeOver);
        });
    }

    /** Begins the first lease of a request, where it is free. */
    private Claimed claim(Transactions.Transaction transaction, KeyedRequest request, long micros) throws SQLException {
        Connection connection = transaction.connection();
        ClaimStatements statements = database.statements(connection);
        Look look = statements.look(connection, request, Optional.empty(), false);
        boolean free = look.row()
                .map(row -> row.state(look.now()) == Row.State.RELEASED)
                .orElse(true);
        if (!free || look.lock() != Look.Lock.ACQUIRED) {
            transaction.setRollbackOnly();
            return new Claimed(look, Optional.empty());
        }
        long token = Math.max(look.now(), look.row().map(Row::token).orElse(0L) + 1);
        LeaseUpdates.Begin begin = new LeaseUpdates.Begin(look.now(), token, micros);
        if (look.row().isPresent()) {
            if (!updates(connection)
                    .again(connection, request, begin, look.row().get())) {
                throw new RecordConflictException(request.key());
            }
        } else {
            String insertion = updates(connection).insertion();
            if (!statements.commitsWithInsert()
                    || !transaction.atCommit(last -> insert(last, insertion + "; COMMIT", request, begin))) {
                insert(connection, insertion, request, begin);
            }
        }
        return new Claimed(look, Optional.of(new Lease(request.key(), token)));
    }

    private void insert(Connection connection, String insertion, KeyedRequest request, LeaseUpdates.Begin begin) {
        try {
            updates(connection).insert(connection, insertion, request, begin);
        } catch (SQLException failure) {
            if (database.statements(connection).isDuplicateKey(failure)) {
                throw new RecordConflictException(request.key(), failure);
            }
            throw new StoreException("beginning a lease", failure);
        }
    }

    private record Claimed(Look look, Optional<Lease> lease) {}

    /** What follows where no first lease can be had; the transaction that looked is over. */
    private Claim refusal(KeyedRequest request, Look look, long micros, boolean takeOver) throws SQLException {
        Optional<Claim> answer = look.row().flatMap(row -> JdbcClaims.answer(row, request, look.now()));
        if (answer.isEmpty()) {
            return atWork(request, look);
        }
        if (answer.get() instanceof Claim.Replay) {
            return transactions.single(connection -> {
                database.statements(connection)
                        .awaitStandbys(connection, request.key(), look.row().orElseThrow());
                return answer.get();
            });
        }
        return takeOver && answer.get() instanceof Claim.Unknown
                ? takenOver(request.key(), look.row().orElseThrow(), look.now(), micros)
                : answer.get();
    }

    /** Another claim of the key is being made right now, or works in a transaction. */
    private Claim atWork(KeyedRequest request, Look look) throws SQLException {
        boolean other = look.lock() == Look.Lock.OTHER_CONTENTS
                || transactions.single(
                        connection -> database.statements(connection).isOtherContents(connection, request));
        return other ? new Claim.Mismatch(Optional.empty()) : new Claim.InFlight();
    }

    private Claim takenOver(IdempotencyKey key, Row ranOut, long now, long micros) throws SQLException {
        Optional<Lease> lease = takeOver(key, ranOut, now, micros);
        if (lease.isEmpty()) {
            throw new RecordConflictException(key);
        }
        // Read after the take-over: whatever the former owner could still save was saved before it.
        Optional<Payload> progress = row(key).flatMap(Row::payload);
        return new Claim.Acquired(lease.get(), true, progress);
    }

    private Optional<Lease> takeOver(IdempotencyKey key, Row ranOut, long now, long micros) throws SQLException {
        long token = Math.max(now, ranOut.token() + 1);
        boolean taken =
                transactions.single(connection -> updates(connection).takeOver(connection, key, ranOut, token, micros));
        return taken ? Optional.of(new Lease(key, token)) : Optional.empty();
    }

    @Override
    public Optional<Lease> takeOver(IdempotencyKey key, Duration duration) {
        long micros = micros(duration);
        return repeated("taking over a lease", () -> {
            Optional<ClaimStatements.TimedRow> found = transactions.single(
                    connection -> database.statements(connection).findWithTime(connection, key));
            return found.isPresent() && found.get().state() == Row.State.UNKNOWN
                    ? takeOver(key, found.get().row(), found.get().now(), micros)
                    : Optional.empty();
        });
    }

    private Optional<Row> row(IdempotencyKey key) throws SQLException {
        return transactions.single(connection -> database.statements(connection).find(connection, key));
    }

    @Override
    public boolean renew(Lease lease, Duration duration) {
        long micros = micros(duration);
        return step("renewing a lease", connection -> updates(connection).renew(connection, lease, micros));
    }

    @Override
    public boolean save(Lease lease, Payload progress) {
        return step("saving progress", connection -> updates(connection).save(connection, lease, progress));
    }

    @Override
    public Settlement complete(Lease lease, Payload payload, Retention retention) {
        boolean recorded = step(
                "recording a result",
                connection -> updates(connection).complete(connection, lease, payload, retention));
        return recorded ? Settlement.RECORDED : Settlement.STALE;
    }

    @Override
    public boolean release(Lease lease) {
        return step("releasing a lease", connection -> updates(connection).release(connection, lease));
    }

    @Override
    public boolean abandon(Lease lease) {
        return step("abandoning a lease", connection -> updates(connection).abandon(connection, lease));
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return records.find(key);
    }

    @Override
    public Optional<RetainedRecord> findRetained(IdempotencyKey key) {
        return records.findRetained(key);
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        records.count(requests);
    }

    @Override
    public int purge(int limit) {
        return records.purge(limit);
    }

    @Override
    public RecordPage list(RecordQuery query) {
        return directory.list(query);
    }

    @Override
    public Optional<RecordDetail> look(IdempotencyKey key) {
        return directory.look(key);
    }

    private LeaseUpdates updates(Connection connection) {
        LeaseUpdates known = updates;
        if (known == null) {
            known = new LeaseUpdates(database.statements(connection));
            updates = known;
        }
        return known;
    }

    private static long micros(Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException("a lease must have a positive duration, not " + duration);
        }
        return Math.min(Micros.after(0, duration), Row.NEVER / 2);
    }

    private <T> T step(String doing, Transactions.SingleStatement<T> statement) {
        return repeated(doing, () -> transactions.single(statement));
    }

    private <T> T repeated(String doing, Step<T> step) {
        for (int tries = 1; ; tries++) {
            try {
                return step.take();
            } catch (SQLException | StoreException failure) {
                if (tries == TRIES || !database.isConflict(failure)) {
                    throw failure instanceof StoreException told ? told : new StoreException(doing, failure);
                }
            }
        }
    }

    private interface Step<T> {
        T take() throws SQLException;
    }
}
