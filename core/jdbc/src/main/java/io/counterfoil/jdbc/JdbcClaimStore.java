package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.LimitingClaimStore;
import io.counterfoil.idempotency.store.UnitOfWork;
import io.counterfoil.jdbc.claim.JdbcClaims;
import io.counterfoil.jdbc.claim.RecordWriter;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.JoiningDataSource;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Claims and records in a relational database, in the transaction of the work itself: effect and record commit together or
 * not at all. PostgreSQL, MariaDB, MySQL and H2, and databases whose dialect a provider brings.
 *
 * <pre>{@code
 * JdbcClaimStore store = JdbcClaimStore.on(dataSource);
 * Idempotency idempotency = Idempotency.on(store);
 * Outcome<String> outcome = idempotency.execute(key, Fingerprint.of(body), PayloadCodec.TEXT, execution -> {
 *     book(store.connection(), order);
 *     return Completion.remember("booked");
 * });
 * }</pre>
 *
 * <h2>How it holds</h2>
 *
 * A claim is a lock on the key that ends with the transaction, also when the owning process failed. It is tried and
 * never waited for. The record is read after the lock was tried, whether or not it was acquired, so of all concurrent
 * claimants one finds neither lock nor record taken, and the others learn at once that the key is in flight, or in
 * flight with other contents. The record is written last, next to the effect, under the primary key; that key, and not
 * the lock, is what makes "once" true: a unit that finds it taken is rolled back with its effect, and replays the
 * existing record.
 *
 * <p>On PostgreSQL a first request costs one round trip beyond its work and its commit: the claim, which the BEGIN rides along with. The
 * record rides along with the commit. A replay is one indexed read without a transaction. Where the result is known before the work, the
 * record is inserted with the claim, in one statement that tries the lock. Work that permits it begins before its claim, which then takes
 * no round trip of its own: {@link Transactions#claimingWithFirstStatement}.
 *
 * <p>Under REPEATABLE READ and SERIALIZABLE the database's snapshot may be older than the lock. A duplicate whose snapshot predates the
 * original's commit then runs its work, fails on the primary key or with a serialization failure, is rolled back as a {@linkplain
 * #isConflict conflict}, and retried; the retry finds the record.
 *
 * <p>On MariaDB, MySQL and H2 only a dirty read distinguishes other contents in progress from the same. There a unit of its own whose
 * first claim is rejected is rolled back at once, and never commits; a unit that joined another transaction is rejected as "in progress"
 * instead.
 *
 * <p>Needs the tables of {@link JdbcSchema}. Thread-safe.
 */
public final class JdbcClaimStore extends JdbcRecordStore implements LimitingClaimStore {

    private volatile @Nullable RecordWriter writer;

    /**
     * Keeps claims and records in the database that these transactions reach.
     *
     * @param transactions begin, join and end the transactions of the units of work
     */
    public JdbcClaimStore(Transactions transactions) {
        super(transactions);
    }

    /**
     * {@return a store on {@link DataSourceTransactions} of its own}
     *
     * @param dataSource hands out connections that are not shared, and whose transactions the store begins and ends
     */
    public static JdbcClaimStore on(DataSource dataSource) {
        return new JdbcClaimStore(new DataSourceTransactions(dataSource));
    }

    /**
     * {@return the connection of the transaction that the calling thread is in: an action's, for its work} It is the transaction's to
     * commit and to close. Code that runs outside of actions too, as a handler of requests with and without a key, takes its connections
     * from a {@link JoiningDataSource} instead.
     *
     * @throws IllegalStateException when the thread is in no transaction
     */
    public Connection connection() {
        return transactions().connection();
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        return within(Optional.empty(), work);
    }

    /**
     * On PostgreSQL since 17 the database ends a transaction that owns a claim for longer than the limit, by its {@code transaction_timeout};
     * before 17 one that is idle, or runs one statement, for longer. Both hold until the transaction ends, one that was joined included, and a
     * shorter limit of the server's applies. On MariaDB and MySQL it ends one that is idle for longer, in whole seconds, rounded up, by the
     * session's {@code wait_timeout}, which takes a round trip before the work and one after; a joined transaction is not limited. On H2
     * nothing is limited, which is logged as a warning.
     */
    @Override
    public <T, X extends Exception> T within(Duration limit, UnitOfWork<T, X> work) throws X {
        return within(Optional.of(limit), work);
    }

    private <T, X extends Exception> T within(Optional<Duration> limit, UnitOfWork<T, X> work) throws X {
        return transactions().run(transaction -> {
            JdbcClaims claims = new JdbcClaims(transaction, writer(transaction.connectionOfClaims()), limit);
            T result;
            try {
                result = work.run(claims);
            } catch (Throwable failure) {
                claims.end(failure);
                throw failure;
            }
            claims.end();
            return result;
        });
    }

    @Override
    public boolean joins() {
        return transactions().joins();
    }

    @Override
    public boolean hasParts() {
        return true;
    }

    /** Also one that the work itself ran into: the causes of the failure are looked through. */
    @Override
    public boolean isConflict(Throwable failure) {
        return database().isConflict(failure);
    }

    private RecordWriter writer(Connection connection) {
        RecordWriter known = writer;
        if (known == null) {
            known = new RecordWriter(database().of(connection));
            writer = known;
        }
        return known;
    }
}
