package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Completion;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.KeyInFlightException;
import io.counterfoil.idempotency.Outcome;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
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
@Timeout(60)
class TransactionalModeTest {

    private static final Database DATABASE = TestPostgres.freshDatabase();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HikariDataSource pool = pool();
    private final DataSourceTransactions transactions = new DataSourceTransactions(pool);
    private final JdbcClaimStore store = new JdbcClaimStore(transactions);
    private final Idempotency engine =
            Idempotency.on(store).with(IdempotencyPolicy.DEFAULT.withWaitLimit(Duration.ofSeconds(30)));

    private static HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(DATABASE.dataSource());
        config.setMaximumPoolSize(2);
        config.setConnectionTimeout(10_000);
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

        Outcome<String> first = engine.execute(request, TEXT, lease -> {
            insertEffect("booked");
            return Completion.remember("answer");
        });
        Outcome<String> second = engine.execute(request, TEXT, lease -> {
            throw new AssertionError("executed twice");
        });

        assertThat(first).isEqualTo(new Outcome.Executed<>("answer", true));
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

        Outcome<String> failed = engine.execute(request, TEXT, lease -> {
            insertEffect("half");
            return Completion.rollBack("failure");
        });

        assertThat(failed).isEqualTo(new Outcome.Executed<>("failure", false));
        assertThat(count("SELECT count(*) FROM effect")).isZero();
        assertThat(engine.execute(request, TEXT, lease -> Completion.remember("answer")))
                .isEqualTo(new Outcome.Executed<>("answer", true));
    }

    @Test
    @Tag("RQ-13")
    void exception_leavesNeitherEffectNorRecord_andReachesTheCaller() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        assertThatThrownBy(() -> engine.execute(request, TEXT, lease -> {
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

        Outcome<String> doomed = engine.execute(request, TEXT, lease -> {
            transactions.run(transaction -> {
                transaction.setRollbackOnly();
                return "doomed";
            });
            return Completion.remember("refusal");
        });

        assertThat(doomed).isEqualTo(new Outcome.Executed<>("refusal", false));
    }

    /** Should the locks ever fail, the primary key decides: the loser's effect is undone and it answers with the winner's. */
    @Test
    @Tag("RQ-13")
    void recordThatAppearedMeanwhile_wins_andTheLosersEffectIsUndone() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        Outcome<String> outcome = engine.execute(request, TEXT, lease -> {
            insertEffect("loser");
            try (Connection lockless = DATABASE.dataSource().getConnection();
                    Statement statement = lockless.createStatement()) {
                statement.execute("""
                        INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, format, payload)
                        VALUES ('%s', '%s', '%s', '\\x%s', 1, 'winner')""".formatted(
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

    @Test
    @Tag("RQ-12")
    void waitingDuplicates_holdNoConnection() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Future<Outcome<String>> original = threads.submit(() -> engine.execute(request, TEXT, lease -> {
            atWork.countDown();
            goOn.await();
            insertEffect("once");
            return Completion.remember("answer");
        }));
        atWork.await();
        List<Future<Outcome<String>>> duplicates = IntStream.range(0, 20)
                .mapToObj(i -> threads.submit(() -> engine.execute(request, TEXT, lease -> {
                    throw new AssertionError("executed twice");
                })))
                .toList();

        // One of the two connections is the original's; twenty duplicates must leave the other one to the rest.
        for (int i = 0; i < 50; i++) {
            assertThat(engine.execute(request(freshKey(), "other"), TEXT, lease -> Completion.remember("other")))
                    .isEqualTo(new Outcome.Executed<>("other", true));
        }
        goOn.countDown();

        assertThat(original.get()).isEqualTo(new Outcome.Executed<>("answer", true));
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
        Idempotency impatient = engine.with(IdempotencyPolicy.DEFAULT.withWaitLimit(Duration.ZERO));

        Outcome<String> original = engine.execute(request, TEXT, lease -> {
            Outcome<String> duplicate = threads.submit(
                            () -> impatient.execute(request, TEXT, unreached -> Completion.remember("twice")))
                    .get();
            assertThat(duplicate).isInstanceOf(Outcome.InFlight.class);
            return Completion.remember("once");
        });

        assertThat(original).isEqualTo(new Outcome.Executed<>("once", true));
    }

    @Test
    @Tag("RQ-13")
    void lostConnection_freesTheKey() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");

        assertThatThrownBy(() -> engine.execute(request, TEXT, lease -> {
                    insertEffect("lost");
                    killBackend(transactions.connection());
                    return Completion.remember("lost");
                }))
                .isInstanceOf(StoreException.class);

        assertThat(engine.execute(request, TEXT, lease -> Completion.remember("answer")))
                .isEqualTo(new Outcome.Executed<>("answer", true));
        assertThat(count("SELECT count(*) FROM effect")).isZero();
    }

    @Test
    @Tag("LG-3")
    void dataKey_createsOnce_underManyThreads() throws Exception {
        DataKeys keys = new DataKeys(store, Duration.ofSeconds(30));
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
        DataKeys patient = new DataKeys(store, Duration.ofDays(1));
        DataKey key = new DataKey("effect", "", freshKey().requestId());
        KeyedRequest request = request(freshKey(), "contents");

        patient.<String, Exception>createOnce(key, Optional::empty, () -> {
            Future<Outcome<String>> other = threads.submit(() -> engine.execute(request, TEXT, lease -> {
                patient.<String, SQLException>createOnce(key, Optional::empty, () -> "second");
                return Completion.remember("never");
            }));
            assertThatThrownBy(other::get).hasCauseInstanceOf(KeyInFlightException.class);
            return "first";
        });
    }

    @Test
    void otherDatabases_areRefusedByName() {
        assertThatThrownBy(() -> JdbcSchema.create(FakeDatabase.named("H2")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PostgreSQL")
                .hasMessageContaining("H2");
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
            update("SELECT pg_terminate_backend(" + row.getInt(1) + ", 5000)");
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
