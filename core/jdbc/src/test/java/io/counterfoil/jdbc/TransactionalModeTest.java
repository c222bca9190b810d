package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.KeyInFlightException;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Effect and record in one transaction, on a pool of two connections: whoever waits with one in hand starves the rest. */
@Timeout(240)
class TransactionalModeTest {

    private static final Database DATABASE = TestPostgres.freshDatabase();

    private static final IdempotencyPolicy PATIENT =
            IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ofMinutes(2)));

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HikariDataSource pool = pool();
    private final DataSourceTransactions transactions = new DataSourceTransactions(pool);
    private final JdbcClaimStore store = new JdbcClaimStore(transactions);

    /** By a clock that stands still, so that no time for retries passes. */
    private final Idempotency engine = Idempotency.builder(store)
            .policy(PATIENT)
            .waiting(Pause.REAL, () -> 0L)
            .build();

    private static HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(DATABASE.dataSource());
        config.setMaximumPoolSize(2);
        config.setConnectionTimeout(300_000);
        return new HikariDataSource(config);
    }

    @BeforeEach
    void freshTables() throws SQLException {
        JdbcSchema.create(pool);
        update("DROP TABLE IF EXISTS effect");
        update("CREATE TABLE effect (name text NOT NULL UNIQUE)");
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        pool.close();
    }

    @Test
    @Tag("RQ-13")
    void effectAndRecord_commitTogether() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> first = engine.execute(request, TEXT, execution -> {
            insertEffect("booked");
            return Completion.remember("answer");
        });
        Outcome<String> second = engine.execute(request, TEXT, execution -> {
            throw new AssertionError("executed twice");
        });

        assertThat(first).isEqualTo(executed("answer"));
        assertThat(second)
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo("answer"));
        assertThat(count("SELECT count(*) FROM effect")).isEqualTo(1);
    }

    @Test
    @Tag("RQ-13")
    @Tag("RQ-14")
    void rolledBackAnswer_leavesNeitherEffectNorRecord() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> failed = engine.execute(request, TEXT, execution -> {
            insertEffect("half");
            return Completion.forget("failure");
        });

        assertThat(failed)
                .isEqualTo(new Outcome.Executed<>("failure", Outcome.Stored.NOTHING, CommitMode.OWN_TRANSACTION));
        assertThat(count("SELECT count(*) FROM effect")).isZero();
        assertThat(engine.execute(request, TEXT, execution -> Completion.remember("answer")))
                .isEqualTo(executed("answer"));
    }

    @Test
    @Tag("RQ-13")
    void exception_leavesNeitherEffectNorRecord_andReachesTheCaller() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    insertEffect("half");
                    throw new SQLException("broke half-way");
                }))
                .hasMessage("broke half-way");

        assertThat(count("SELECT count(*) FROM effect")).isZero();
        assertThat(count("SELECT count(*) FROM counterfoil_record WHERE request_id = '"
                        + request.key().requestId() + "'"))
                .isZero();
    }

    @Test
    @Tag("RQ-14")
    void workThatDoomedTheTransaction_isNotRemembered() {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> doomed = engine.execute(request, TEXT, execution -> {
            transactions.run(transaction -> {
                transaction.setRollbackOnly();
                return "doomed";
            });
            return Completion.remember("refusal");
        });

        assertThat(doomed)
                .isEqualTo(new Outcome.Executed<>("refusal", Outcome.Stored.NOTHING, CommitMode.OWN_TRANSACTION));
    }

    /** Should the locks ever fail, the primary key decides: the loser's effect is undone and it answers with the winner's. */
    @Test
    @Tag("RQ-13")
    void recordThatAppearedMeanwhile_wins_andTheLosersEffectIsUndone() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        Outcome<String> outcome = engine.execute(request, TEXT, execution -> {
            insertEffect("loser");
            try (Connection lockless = DATABASE.dataSource().getConnection();
                    Statement statement = lockless.createStatement()) {
                statement.execute("""
                        INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, received_at, expires_at,
                          token, format, payload) VALUES ('%s', '%s', '%s', '\\x%s', 1, 9223372036854775807, 1, 1, '\\x0177696e6e6572')""".formatted(
                                request.key().requestId(),
                                request.key().client(),
                                request.key().operation(),
                                request.fingerprint()));
            }
            return Completion.remember("loser");
        });

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo("winner"));
        assertThat(count("SELECT count(*) FROM effect")).isZero();
    }

    /** Each duplicate with an engine of its own, as in a process of its own: only the store tells them of each other. */
    @Test
    @Tag("RQ-12")
    void waitingDuplicates_holdNoConnection() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Future<Outcome<String>> original = threads.submit(() -> engine.execute(request, TEXT, execution -> {
            atWork.countDown();
            goOn.await();
            insertEffect("once");
            return Completion.remember("answer");
        }));
        atWork.await();
        List<Future<Outcome<String>>> duplicates = IntStream.range(0, 50)
                .mapToObj(i -> threads.submit(() -> Idempotency.on(JdbcClaimStore.on(pool))
                        .with(PATIENT)
                        .execute(request, TEXT, execution -> {
                            throw new AssertionError("executed twice");
                        })))
                .toList();

        // One of the two connections is the original's; fifty duplicates must leave the other one to the rest.
        for (int i = 0; i < 50; i++) {
            assertThat(engine.execute(request(freshKey(), "other"), TEXT, execution -> Completion.remember("other")))
                    .isEqualTo(executed("other"));
        }
        goOn.countDown();

        assertThat(original.get()).isEqualTo(executed("answer"));
        for (Future<Outcome<String>> duplicate : duplicates) {
            assertThat(duplicate.get())
                    .isInstanceOfSatisfying(
                            Outcome.Replayed.class,
                            replayed -> assertThat(replayed.value()).isEqualTo("answer"));
        }
        assertThat(count("SELECT count(*) FROM effect")).isEqualTo(1);
    }

    @Test
    @Tag("RQ-12")
    void duplicatePastTheWaitLimit_isInFlight() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency impatient =
                engine.with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO)));

        Outcome<String> original = engine.execute(request, TEXT, execution -> {
            Outcome<String> duplicate = threads.submit(
                            () -> impatient.execute(request, TEXT, unreached -> Completion.remember("twice")))
                    .get();
            assertThat(duplicate).isInstanceOf(Outcome.InProgress.class);
            return Completion.remember("once");
        });

        assertThat(original).isEqualTo(executed("once"));
    }

    @Test
    @Tag("RQ-13")
    void lostConnection_freesTheKey() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    insertEffect("lost");
                    killBackend(transactions.connection());
                    return Completion.remember("lost");
                }))
                .isInstanceOf(StoreException.class);

        assertThat(engine.execute(request, TEXT, execution -> Completion.remember("answer")))
                .isEqualTo(executed("answer"));
        assertThat(count("SELECT count(*) FROM effect")).isZero();
    }

    @Test
    @Tag("LG-3")
    void dataKey_createsOnce_underManyThreads() throws Exception {
        DataKeys keys = new DataKeys(store, PATIENT);
        DataKey key = new DataKey("effect", "", freshKey().requestId());

        List<Future<Boolean>> created = IntStream.range(0, 20)
                .mapToObj(i -> threads.submit(() -> keys.createOnce(key, () -> findEffect("only"), () -> {
                            insertEffect("only");
                            return "only";
                        })
                        .existed()))
                .toList();

        long originals = 0;
        for (Future<Boolean> existed : created) {
            originals += existed.get() ? 0 : 1;
        }
        assertThat(originals).isEqualTo(1);
        assertThat(count("SELECT count(*) FROM effect")).isEqualTo(1);
    }

    @Test
    @Tag("LG-5")
    void dataKeyInFlight_insideAnOuterTransaction_isToldAtOnce() throws Exception {
        DataKeys patient = new DataKeys(store, PATIENT);
        DataKey key = new DataKey("effect", "", freshKey().requestId());
        KeyedRequest request = request(freshKey(), "contents");

        patient.<String, Exception>createOnce(key, Optional::empty, () -> {
            Future<Outcome<String>> other = threads.submit(() -> engine.execute(request, TEXT, execution -> {
                patient.<String, SQLException>createOnce(key, Optional::empty, () -> "second");
                return Completion.remember("never");
            }));
            assertThatThrownBy(other::get).hasCauseInstanceOf(KeyInFlightException.class);
            return "first";
        });
    }

    @Test
    @Tag("RQ-13")
    void rollBackAskedForAfterTheRecord_leavesNeitherEffectNorRecord() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        Settlement settlement = store.within(claims -> {
            Lease lease = ((Claim.Acquired) claims.claim(request)).lease();
            insertEffect("doomed");
            Settlement completed = claims.complete(lease, request, payload("doomed"), Retention.FOREVER);
            transactions.run(transaction -> {
                transaction.setRollbackOnly();
                return "doomed";
            });
            return completed;
        });

        assertThat(settlement).isEqualTo(Settlement.RECORDED);
        assertThat(store.find(request.key())).isEmpty();
        assertThat(count("SELECT count(*) FROM effect")).isZero();
    }

    @Test
    @Tag("RQ-13")
    void severalRequestsInOneUnit_areAllRecordedWithIt() {
        KeyedRequest one = request(freshKey(), "contents");
        KeyedRequest other = request(freshKey(), "contents");

        store.within(claims -> {
            Lease first = ((Claim.Acquired) claims.claim(one)).lease();
            Lease second = ((Claim.Acquired) claims.claim(other)).lease();
            claims.complete(first, one, payload("one"), Retention.FOREVER);
            return claims.complete(second, other, payload("other"), Retention.FOREVER);
        });

        assertThat(store.find(one.key())).map(IdempotencyRecord::payload).contains(payload("one"));
        assertThat(store.find(other.key())).map(IdempotencyRecord::payload).contains(payload("other"));
    }

    /** The commit rides along with the record; a constraint that is checked in it is the work's failure, and no conflict. */
    @Test
    @Tag("RQ-13")
    void constraintThatFailsInTheCommit_undoesAll_andIsTold() throws SQLException {
        update("DROP TABLE IF EXISTS late");
        update("CREATE TABLE late (name text UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        update("INSERT INTO late VALUES ('taken')");
        KeyedRequest request = request(freshKey(), "contents");
        List<String> runs = new ArrayList<>();

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    runs.add("run");
                    run("INSERT INTO late VALUES ('taken')");
                    insertEffect("undone");
                    return Completion.remember("answer");
                }))
                .isInstanceOf(CommitRefusedException.class)
                .hasRootCauseInstanceOf(SQLException.class);

        assertThat(runs).hasSize(1);
        assertThat(count("SELECT count(*) FROM effect")).isZero();
        assertThat(store.find(request.key())).isEmpty();
    }

    @Test
    @Tag("RQ-13")
    void failureSwallowedByTheWork_isNotCommitted() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    insertEffect("undone");
                    assertThatThrownBy(() -> run("SELECT 1 / 0")).isInstanceOf(SQLException.class);
                    return Completion.remember("answer");
                }))
                .isInstanceOf(CommitRefusedException.class);

        assertThat(count("SELECT count(*) FROM effect")).isZero();
        assertThat(store.find(request.key())).isEmpty();
    }

    @Test
    @Tag("RQ-13")
    void conflictThatTheWorkRanInto_runsTheWholeUnitAgain() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        List<String> runs = new ArrayList<>();

        Outcome<String> outcome = engine.execute(request, TEXT, execution -> {
            insertEffect("once");
            runs.add("run");
            if (runs.size() < 3) {
                throw new IllegalStateException("wrapped", new SQLException("deadlock detected", "40P01"));
            }
            return Completion.remember("answer");
        });

        assertThat(outcome).isEqualTo(executed("answer"));
        assertThat(runs).hasSize(3);
        assertThat(count("SELECT count(*) FROM effect")).isEqualTo(1);
    }

    @Test
    void connection_outsideOfAUnit_isRefused() {
        assertThatIllegalStateException().isThrownBy(store::connection).withMessageContaining("no transaction");
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = store.connection().createStatement()) {
            statement.execute(sql);
        }
    }

    private static Outcome<String> executed(String answer) {
        return new Outcome.Executed<>(answer, Outcome.Stored.RESULT, CommitMode.OWN_TRANSACTION);
    }

    private void insertEffect(String name) throws SQLException {
        try (Statement statement = transactions.connection().createStatement()) {
            statement.executeUpdate("INSERT INTO effect VALUES ('" + name + "')");
        }
    }

    private Optional<String> findEffect(String name) throws SQLException {
        try (Statement statement = transactions.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT name FROM effect WHERE name = '" + name + "'")) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        }
    }

    private static void killBackend(Connection victim) throws SQLException {
        try (Statement own = victim.createStatement();
                ResultSet row = own.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            update("SELECT pg_terminate_backend(" + row.getInt(1) + ", 60000)");
        }
    }

    private static void update(String sql) throws SQLException {
        try (Connection connection = DATABASE.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long count(String sql) throws SQLException {
        try (Connection connection = DATABASE.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
