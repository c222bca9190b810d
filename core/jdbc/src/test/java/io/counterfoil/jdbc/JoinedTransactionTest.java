package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests inside a transaction that the caller has begun, and ends. */
@Timeout(240)
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.Engine#tested")
@ResourceLock(TestDatabases.LOCK)
class JoinedTransactionTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HikariDataSource pool;
    private final DataSourceTransactions transactions;
    private final JdbcClaimStore store;
    private final Idempotency idempotency;

    JoinedTransactionTest(Engine engine) {
        pool = TestDatabases.pool(engine, 4);
        Sql.run(pool, "CREATE TABLE effect (name varchar(50))");
        transactions = new DataSourceTransactions(pool);
        store = new JdbcClaimStore(transactions);
        idempotency = Idempotency.on(store);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        pool.close();
    }

    @Test
    @Tag("RQ-13")
    void commitOfTheCaller_keepsEffectAndRecord() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        try (Connection callers = pool.getConnection()) {
            callers.setAutoCommit(false);
            insert(callers, "caller's");
            Outcome<String> outcome = transactions.joining(callers, () -> book(request));
            assertThat(outcome)
                    .isEqualTo(new Outcome.Executed<>("booked", Outcome.Stored.RESULT, CommitMode.CALLERS_TRANSACTION));
            assertThat(effects()).as("before the caller's commit").isZero();
            callers.commit();
        }

        assertThat(effects()).isEqualTo(2);
        assertThat(book(request)).isInstanceOf(Outcome.Replayed.class);
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    @Tag("RQ-13")
    void rollBackOfTheCaller_keepsNeither() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        try (Connection callers = pool.getConnection()) {
            callers.setAutoCommit(false);
            transactions.joining(callers, () -> book(request));
            callers.rollback();
        }

        assertThat(effects()).isZero();
        assertThat(book(request)).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @Tag("RQ-13")
    @Tag("RQ-14")
    void requestThatIsNotKept_isUndoneAlone() throws SQLException {
        KeyedRequest forgotten = request(freshKey(), "contents");
        KeyedRequest failed = request(freshKey(), "contents");

        try (Connection callers = pool.getConnection()) {
            callers.setAutoCommit(false);
            insert(callers, "caller's");
            transactions.joining(callers, () -> {
                idempotency.execute(forgotten, TEXT, execution -> {
                    insert(store.connection(), "forgotten");
                    return Completion.forget("not now");
                });
                assertThatThrownBy(() -> idempotency.execute(failed, TEXT, execution -> {
                            insert(store.connection(), "failed");
                            throw new SQLException("broke half-way");
                        }))
                        .hasMessage("broke half-way");
                return "both";
            });
            callers.commit();
        }

        assertThat(effects()).isEqualTo(1);
        assertThat(store.find(forgotten.key())).isEmpty();
        assertThat(book(failed)).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @Tag("RQ-13")
    void claimWithItsResult_isUndoneWithItsUnitAlone() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        try (Connection callers = pool.getConnection()) {
            callers.setAutoCommit(false);
            insert(callers, "caller's");
            transactions.joining(callers, () -> {
                assertThatThrownBy(() -> store.within(claims -> {
                            claims.claim(request, payload("known"), Retention.FOREVER);
                            throw new IllegalStateException("broke half-way");
                        }))
                        .hasMessage("broke half-way");
                return "undone";
            });
            callers.commit();
        }

        assertThat(effects()).isEqualTo(1);
        assertThat(store.find(request.key())).isEmpty();
        assertThat(book(request)).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @Tag("RQ-12")
    void duplicate_isReplayedInTheTransaction_andInProgressOutside() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");

        try (Connection callers = pool.getConnection()) {
            callers.setAutoCommit(false);
            transactions.<String, Exception>joining(callers, () -> {
                book(request);
                assertThat(book(request)).isInstanceOf(Outcome.Replayed.class);
                Outcome<String> outside = threads.submit(() -> book(
                                Idempotency.on(store)
                                        .with(idempotency
                                                .policy()
                                                .withLimits(limits -> limits.withWaitTime(Duration.ZERO))),
                                request))
                        .get();
                assertThat(outside).isInstanceOf(Outcome.InProgress.class);
                return "both";
            });
            callers.commit();
        }

        assertThat(effects()).isEqualTo(1);
    }

    @Test
    @Tag("RQ-13")
    void unitOfTheEngine_joinsAnOuterRun() {
        KeyedRequest request = request(freshKey(), "contents");

        assertThatThrownBy(() -> transactions.run(outer -> {
                    assertThat(book(request))
                            .isEqualTo(new Outcome.Executed<>(
                                    "booked", Outcome.Stored.RESULT, CommitMode.CALLERS_TRANSACTION));
                    assertThat(book(request)).isInstanceOf(Outcome.Replayed.class);
                    throw new IllegalStateException("undone as a whole");
                }))
                .hasMessage("undone as a whole");

        assertThat(effects()).isZero();
        assertThat(store.find(request.key())).isEmpty();
    }

    @Test
    @Tag("RQ-17")
    void purgeInTheCallersTransaction_endsAsThatOneDoes() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        book(
                Idempotency.on(store)
                        .with(idempotency
                                .policy()
                                .withRetention(records -> records.withNamed(Retention.of(Duration.ofHours(1))))),
                request);
        TestDatabases.letTimePass(pool, Duration.ofHours(2));

        try (Connection callers = pool.getConnection()) {
            callers.setAutoCommit(false);
            insert(callers, "caller's");
            assertThat(transactions.<Integer, RuntimeException>joining(callers, () -> store.purge(10)))
                    .isEqualTo(1);
            callers.rollback();
        }

        assertThat(store.purge(10)).isEqualTo(1);
    }

    @Test
    void connectionThatCommitsByItself_isRefused() throws SQLException {
        try (Connection callers = pool.getConnection()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> transactions.joining(callers, () -> "unreached"))
                    .withMessageContaining("auto-commit");
        }
    }

    @Test
    void threadInATransaction_cannotJoinAnother() throws SQLException {
        try (Connection callers = pool.getConnection()) {
            callers.setAutoCommit(false);
            assertThatIllegalStateException()
                    .isThrownBy(() -> transactions.run(outer -> transactions.joining(callers, () -> "unreached")))
                    .withMessageContaining("already");
        }
    }

    private Outcome<String> book(KeyedRequest request) throws SQLException {
        return book(idempotency, request);
    }

    private Outcome<String> book(Idempotency by, KeyedRequest request) throws SQLException {
        return by.execute(request, TEXT, execution -> {
            insert(store.connection(), "booked");
            return Completion.remember("booked");
        });
    }

    private static void insert(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO effect VALUES ('" + name.replace("'", "''") + "')");
        }
    }

    private long effects() {
        return Sql.number(pool, "SELECT count(*) FROM effect");
    }
}
