package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.database.RestartablePostgres;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
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

/** A PostgreSQL that waits for a standby, and is told to wait no longer: it answers the commit with success, and a warning. */
@Timeout(600)
@Tag("RQ-13")
class CancelledCommitTest {

    private static RestartablePostgres server;
    private static DataSource database;

    private final TestThreads threads = new TestThreads();

    @AfterEach
    void end() {
        threads.close();
    }

    @BeforeAll
    static void start() {
        server = RestartablePostgres.start();
        database = server.freshDatabase().dataSource();
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

        Future<Outcome<String>> waiting = whileNoStandbyIsThere(() -> engine.execute(request, TEXT, execution -> {
            effect(transactions.connection());
            return Completion.remember("answer");
        }));

        assertUnknown(waiting);
        assertThat(engine.execute(request, TEXT, execution -> Completion.remember("again")))
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo("answer"));
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void transactionThatNoStandbyHas_isUnknown() throws Exception {
        DataSourceTransactions transactions = new DataSourceTransactions(database);

        assertUnknown(whileNoStandbyIsThere(() -> transactions.<Boolean, SQLException>run(transaction -> {
            effect(transaction.connection());
            return true;
        })));
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

    private <T> Future<T> whileNoStandbyIsThere(Callable<T> work) throws Exception {
        Sql.run(database, "DELETE FROM effect");
        standby("nowhere");
        try {
            // Commits wait once the checkpointer has read the setting, which no view shows.
            await().atMost(2, TimeUnit.MINUTES)
                    .until(() -> cancelled(threads.start(CancelledCommitTest::commitsWithAWarning))
                            .get());
            return cancelled(threads.start(work));
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
