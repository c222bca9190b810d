package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
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
    private MissingStandby missing;

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

    @BeforeEach
    void noEffects() {
        missing = new MissingStandby(List.of(database), "pg_cancel_backend", threads);
        Sql.run(database, "DELETE FROM effect");
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

        missing.during(() ->
                assertUnknown(missing.ended(threads.start(() -> engine.execute(request, TEXT, execution -> {
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

        missing.during(() -> {
            assertUnknown(missing.ended(
                    threads.start(() -> first.execute(request, TEXT, execution -> Completion.remember("answer")))));
            assertUnknown(missing.ended(
                    threads.start(() -> second.execute(request, TEXT, execution -> Completion.remember("again")))));
            assertUnknown(missing.ended(threads.start(() -> second.find(request.key()))));
        });

        assertReplayed(second.execute(request, TEXT, execution -> Completion.remember("again")));
    }

    /** A fail-over would lose the lease, and the key would be another process's while the first works under it. */
    @Test
    @Tag("BM-3")
    void leaseThatNoStandbyHas_isUnknown_andStillHeldLater() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        JdbcLeaseStore store = new JdbcLeaseStore(database);

        missing.during(() ->
                assertUnknown(missing.ended(threads.start(() -> store.lease(request, Duration.ofHours(1), false)))));

        assertThat(store.lease(request, Duration.ofHours(1), false)).isInstanceOf(Claim.InFlight.class);
    }

    @Test
    @Tag("BM-3")
    void resultOfALeaseThatNoStandbyHas_isUnknown_alsoToItsDuplicates() throws Exception {
        KeyedRequest request = request(freshKey(), "contents");
        JdbcLeaseStore store = new JdbcLeaseStore(database);
        Lease lease = ((Claim.Acquired) store.lease(request, Duration.ofHours(1), false)).lease();

        missing.during(() -> {
            assertUnknown(missing.ended(
                    threads.start(() -> store.complete(lease, payload("answer"), Retention.of(Duration.ofDays(1))))));
            assertUnknown(missing.ended(threads.start(() -> store.lease(request, Duration.ofHours(1), false))));
        });

        assertThat(store.lease(request, Duration.ofHours(1), false)).isInstanceOf(Claim.Replay.class);
    }

    @Test
    @Tag("BM-3")
    void replays_awaitingStandby_writeOnceForAllEarlierRecords() throws Exception {
        JdbcClaimStore store = JdbcClaimStore.on(database);
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency.on(store).execute(request, TEXT, execution -> Completion.remember("answer"));
        try (Standby here = Standby.attach("here")) {
            Future<Void> confirming = threads.start(here::confirm);
            MissingStandby.require(database, "here");

            assertThat(store.find(request.key())).isPresent();
            long before = Sql.number(database, NEXT_TRANSACTION);
            for (int i = 0; i < 100; i++) {
                assertThat(store.find(request.key())).isPresent();
            }

            // The database's own work may take some.
            assertThat(Sql.number(database, NEXT_TRANSACTION) - before).isLessThan(50);
            assertThat(confirming).isNotDone();
        } finally {
            MissingStandby.require(database, "");
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
            PGProperty.OPTIONS.set(settings, "-c wal_sender_timeout=0");
            Connection connection = DriverManager.getConnection(created.jdbcUrl(), settings);
            PGReplicationStream stream = connection
                    .unwrap(PGConnection.class)
                    .getReplicationAPI()
                    .replicationStream()
                    .physical()
                    .withStartPosition(
                            LogSequenceNumber.valueOf(Sql.texts(database, "SELECT pg_current_wal_flush_lsn()")
                                    .get(0)))
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

        missing.during(() ->
                assertUnknown(missing.ended(threads.start(() -> transactions.<Boolean, SQLException>run(transaction -> {
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
}
