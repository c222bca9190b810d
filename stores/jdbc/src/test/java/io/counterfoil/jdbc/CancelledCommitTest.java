package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.RestartablePostgres;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;

/** A PostgreSQL that waits for a standby, and is told to wait no longer: it answers the commit with success, and a warning. */
@Timeout(600)
@Tag("RQ-13")
class CancelledCommitTest {

    private static final String NEXT_TRANSACTION = "SELECT txid_snapshot_xmax(txid_current_snapshot())";

    private static RestartablePostgres server;
    private static Database created;
    private static DataSource database;

    private final TestThreads threads = new TestThreads();

    @AfterEach
    void end() {
        threads.close();
    }

    @BeforeAll
    static void start() {
        server = RestartablePostgres.start();
        created = server.freshDatabase();
        database = created.dataSource();
        JdbcSchema.create(database);
        Sql.run(database, "CREATE TABLE effect (what text NOT NULL)");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void recordThatNoStandbyHas_isUnknown_andReplayedLater() throws Exception {
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        Idempotency engine = Idempotency.on(new JdbcClaimStore(transactions));
        KeyedRequest request = request(freshKey(), "contents");

        whileNoStandbyIsThere(() ->
                assertUnknown(cancelled(threads.start(() -> engine.execute(request, TEXT, execution -> {
                    effect(transactions.connection());
                    return Completion.remember("answer");
                })))));

        assertReplayed(engine.execute(request, TEXT, execution -> Completion.remember("again")));
        assertThat(effects()).isEqualTo(1);
    }

    /** A fail-over would lose the record after it was answered, and the next attempt would get another result. */
    @Test
    @Tag("BM-3")
    void duplicateOfARecordThatNoStandbyHas_isUnknownToo() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency first = Idempotency.on(JdbcClaimStore.on(database));
        Idempotency second = Idempotency.on(JdbcClaimStore.on(database));

        whileNoStandbyIsThere(() -> {
            assertUnknown(cancelled(
                    threads.start(() -> first.execute(request, TEXT, execution -> Completion.remember("answer")))));
            assertUnknown(cancelled(
                    threads.start(() -> second.execute(request, TEXT, execution -> Completion.remember("again")))));
            assertUnknown(cancelled(threads.start(() -> second.find(request.key()))));
        });

        assertReplayed(second.execute(request, TEXT, execution -> Completion.remember("again")));
    }

    @Test
    @Tag("BM-3")
    void resultOfALeaseThatNoStandbyHas_isUnknown_alsoToItsDuplicates() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        JdbcLeaseStore store = new JdbcLeaseStore(database);
        Lease lease = ((Claim.Acquired) store.lease(request, Duration.ofHours(1), false)).lease();

        whileNoStandbyIsThere(() -> {
            assertUnknown(cancelled(
                    threads.start(() -> store.complete(lease, payload("answer"), Retention.of(Duration.ofDays(1))))));
            assertUnknown(cancelled(threads.start(() -> store.lease(request, Duration.ofHours(1), false))));
        });

        assertThat(store.lease(request, Duration.ofHours(1), false)).isInstanceOf(Claim.Replay.class);
    }

    @Test
    @Tag("BM-3")
    void replays_whereAStandbyConfirms_areWrittenOnceForAllRecordsBefore() throws Exception {
        JdbcClaimStore store = JdbcClaimStore.on(database);
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency.on(store).execute(request, TEXT, execution -> Completion.remember("answer"));
        try (Standby here = Standby.attach("here")) {
            Future<Void> confirming = threads.start(here::confirm);
            standby("here");

            assertThat(store.find(request.key())).isPresent();
            long before = number(NEXT_TRANSACTION);
            for (int i = 0; i < 100; i++) {
                assertThat(store.find(request.key())).isPresent();
            }

            // The database's own work may take some.
            assertThat(number(NEXT_TRANSACTION) - before).isLessThan(50);
            assertThat(confirming).isNotDone();
        } finally {
            standby("");
        }
    }

    /** A standby that keeps nothing, and confirms all. */
    private record Standby(Connection connection, PGReplicationStream stream) implements AutoCloseable {

        static Standby attach(String name) throws SQLException {
            Properties settings = new Properties();
            PGProperty.USER.set(settings, created.user());
            PGProperty.PASSWORD.set(settings, created.password());
            PGProperty.REPLICATION.set(settings, "true");
            PGProperty.PREFER_QUERY_MODE.set(settings, "simple");
            PGProperty.ASSUME_MIN_SERVER_VERSION.set(settings, "12");
            PGProperty.APPLICATION_NAME.set(settings, name);
            Connection connection = DriverManager.getConnection(created.jdbcUrl(), settings);
            PGReplicationStream stream = connection
                    .unwrap(PGConnection.class)
                    .getReplicationAPI()
                    .replicationStream()
                    .physical()
                    .withStartPosition(LogSequenceNumber.valueOf(text("SELECT pg_current_wal_flush_lsn()")))
                    .start();
            return new Standby(connection, stream);
        }

        /** Until it is closed. */
        Void confirm() throws SQLException {
            while (!stream.isClosed()) {
                stream.read();
                stream.setFlushedLSN(stream.getLastReceiveLSN());
                stream.forceUpdateStatus();
            }
            return null;
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    @Test
    void transactionThatNoStandbyHas_isUnknown() throws Exception {
        DataSourceTransactions transactions = new DataSourceTransactions(database);

        whileNoStandbyIsThere(() ->
                assertUnknown(cancelled(threads.start(() -> transactions.<Boolean, SQLException>run(transaction -> {
                    effect(transaction.connection());
                    return true;
                })))));
    }

    @Test
    void warningOfADeferredTrigger_isNoneOfTheCommits() {
        Sql.run(
                database,
                "CREATE TABLE watched (what text); CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN RAISE WARNING ''low on stock''; RETURN NULL; END';"
                        + " CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON watched DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
                        + " EXECUTE FUNCTION warn()");
        DataSourceTransactions transactions = new DataSourceTransactions(database);

        assertThat(transactions.<Boolean, RuntimeException>run(transaction -> {
                    run(transaction.connection(), "INSERT INTO watched VALUES ('screws')");
                    return true;
                }))
                .isTrue();
    }

    private static void effect(Connection connection) {
        run(connection, "INSERT INTO effect VALUES ('booked')");
    }

    private static void run(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    private static void assertReplayed(Outcome<String> outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo("answer"));
    }

    private void whileNoStandbyIsThere(Runnable work) throws Exception {
        Sql.run(database, "DELETE FROM effect");
        standby("nowhere");
        try {
            // Commits wait once the checkpointer has read the setting, which no view shows.
            await().atMost(2, TimeUnit.MINUTES)
                    .until(() -> cancelled(threads.start(CancelledCommitTest::commitsWithAWarning))
                            .get());
            work.run();
        } finally {
            standby("");
        }
    }

    /** The same, after waits for the standby were cancelled until it was done. The engine counts requests in commits of its own, which wait too. */
    private static <T> Future<T> cancelled(Future<T> committing) {
        await().atMost(2, TimeUnit.MINUTES).until(() -> {
            number("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
            return committing.isDone();
        });
        return committing;
    }

    private static boolean commitsWithAWarning() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE probe (); DROP TABLE probe");
            return statement.getWarnings() != null;
        }
    }

    private static void standby(String name) {
        Sql.run(database, "ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
        Sql.run(database, "SELECT pg_reload_conf()");
        await().atMost(2, TimeUnit.MINUTES).until(() -> name.equals(text("SHOW synchronous_standby_names")));
    }

    private static void assertUnknown(Future<?> waiting) {
        assertThatThrownBy(waiting::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("unknown")
                .hasMessageContaining("standby");
    }

    private static long effects() {
        return Sql.number(database, "SELECT count(*) FROM effect");
    }

    private static long number(String query) {
        return Sql.number(database, query);
    }

    private static String text(String query) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(query, failure);
        }
    }
}
