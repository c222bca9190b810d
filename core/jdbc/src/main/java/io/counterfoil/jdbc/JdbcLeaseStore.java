package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.lease.LeaseClaims;
import io.counterfoil.jdbc.lease.LeaseUpdates;
import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Leases and records in a relational database, for external effects. PostgreSQL, MariaDB, MySQL and H2, and databases whose dialect a
 * provider brings.
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
 * {@code UPDATE … WHERE key AND token = ? AND in progress}, and the number of rows that it changed, none or one, is the result. A caller that takes a
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
public final class JdbcLeaseStore extends JdbcRecordStore implements LeaseStore {

    private static final int TRIES = 20;

    private final LeaseClaims leases;

    private volatile @Nullable List<String> losses;

    /**
     * Keeps leases and records on connections of a data source.
     *
     * @param dataSource hands out connections that are not shared; each call takes one
     */
    public JdbcLeaseStore(DataSource dataSource) {
        super(new DataSourceTransactions(dataSource));
        this.leases = new LeaseClaims(transactions(), database());
    }

    /** By the settings of the server and the standbys that are attached, asked once. */
    @Override
    public Optional<String> lossOfWrites() {
        List<String> known = losses;
        if (known == null) {
            try {
                known = transactions()
                        .single(connection ->
                                database().of(connection).dialect().checks().lossOfCommits(connection));
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
        return repeated("claiming a key", () -> leases.lease(request, micros, takeOver));
    }

    @Override
    public Optional<Lease> takeOver(IdempotencyKey key, Duration duration) {
        long micros = micros(duration);
        return repeated("taking over a lease", () -> leases.takeOver(key, micros));
    }

    @Override
    public boolean renew(Lease lease, Duration duration) {
        long micros = micros(duration);
        return step("renewing a lease", (updates, connection) -> updates.renew(connection, lease, micros));
    }

    @Override
    public boolean save(Lease lease, Payload progress) {
        return step("saving progress", (updates, connection) -> updates.save(connection, lease, progress));
    }

    @Override
    public Settlement complete(Lease lease, Payload payload, Retention retention) {
        boolean recorded = step(
                "recording a result", (updates, connection) -> updates.complete(connection, lease, payload, retention));
        return recorded ? Settlement.RECORDED : Settlement.STALE;
    }

    @Override
    public boolean release(Lease lease) {
        return step("releasing a lease", (updates, connection) -> updates.release(connection, lease));
    }

    @Override
    public boolean abandon(Lease lease) {
        return step("abandoning a lease", (updates, connection) -> updates.abandon(connection, lease));
    }

    private static long micros(Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException("a lease must have a positive duration, not " + duration);
        }
        return Math.min(Micros.after(0, duration), RecordRow.NEVER / 2);
    }

    private boolean step(String action, Update update) {
        return repeated(
                action, () -> transactions().single(connection -> update.run(leases.updates(connection), connection)));
    }

    private interface Update {
        boolean run(LeaseUpdates updates, Connection connection) throws SQLException;
    }

    private <T> T repeated(String action, Step<T> step) {
        for (int tries = 1; ; tries++) {
            try {
                return step.take();
            } catch (SQLException | StoreException failure) {
                if (tries == TRIES || !database().isConflict(failure)) {
                    throw failure instanceof StoreException known ? known : new StoreException(action, failure);
                }
            }
        }
    }

    private interface Step<T> {
        T take() throws SQLException;
    }
}
