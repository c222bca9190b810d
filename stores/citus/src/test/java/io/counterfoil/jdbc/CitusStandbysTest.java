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
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Workers of Citus that wait for standbys, and whose server processes are terminated meanwhile: what they committed is visible, and may be lost. */
@Timeout(600)
@Tag("RQ-13")
@Tag("BM-3")
@Isolated("the setting is that of servers which other tests use")
class CitusStandbysTest {

    private final TestThreads threads = new TestThreads();

    private DataSource database;
    private List<DataSource> workers;
    private MissingStandby missing;

    @BeforeEach
    void start() {
        List<Database> nodes = TestCitus.freshDatabase();
        database = nodes.get(0).dataSource();
        workers = nodes.stream().skip(1).map(Database::dataSource).toList();
        missing = new MissingStandby(workers, "pg_terminate_backend", threads);
        JdbcSchema.create(database);
    }

    @AfterEach
    void end() {
        threads.close();
    }

    @Test
    void duplicateOfARecordThatNoStandbyHas_isNotAnswered() throws Exception {
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency first = Idempotency.on(new JdbcClaimStore(transactions));
        Idempotency second = Idempotency.on(new JdbcClaimStore(transactions));

        missing.during(() -> {
            assertUnknown(missing.ended(
                    threads.start(() -> first.execute(request, TEXT, execution -> Completion.remember("answer")))));
            assertUnknown(missing.ended(
                    threads.start(() -> second.execute(request, TEXT, execution -> Completion.remember("again")))));
            assertUnknown(missing.ended(threads.start(() -> second.find(request.key()))));
            assertUnknown(missing.ended(threads.start(() -> transactions.<Outcome<String>, RuntimeException>run(
                    joined -> second.execute(request, TEXT, execution -> Completion.remember("again"))))));
        });

        assertThat(second.execute(request, TEXT, execution -> Completion.remember("again")))
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo("answer"));
    }

    @Test
    void resultOfALeaseThatNoStandbyHas_isNotAnswered() throws Exception {
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

    /** As by a fail-over to a node that never had it, between the reading and the answer. */
    @Test
    void recordThatIsGoneSinceItWasRead_isNotAnswered() throws Exception {
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency idempotency = Idempotency.on(new JdbcClaimStore(transactions));
        idempotency.execute(request, TEXT, execution -> Completion.remember("answer"));

        try (Deletions deletions = new Deletions(new ArrayList<>())) {
            for (DataSource worker : workers) {
                deletions.begin(worker);
            }
            missing.during(() -> {
                Future<?> duplicate = threads.start(() -> transactions.<Outcome<String>, RuntimeException>run(
                        joined -> idempotency.execute(request, TEXT, execution -> Completion.remember("again"))));
                await().atMost(2, TimeUnit.MINUTES).until(() -> duplicate.isDone() || waitingForARow());
                deletions.commit();
                assertThatThrownBy(missing.ended(duplicate)::get)
                        .cause()
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("gone since it was read");
            });
        }
    }

    /** Transactions on the workers that have deleted all records, and wait for no standby. */
    private record Deletions(List<Connection> connections) implements AutoCloseable {

        private static final String SHARDS = "SELECT 'counterfoil_record_' || shardid FROM pg_dist_shard"
                + " JOIN pg_dist_placement USING (shardid) JOIN pg_dist_local_group USING (groupid)"
                + " WHERE logicalrelid = 'counterfoil_record'::regclass";

        void begin(DataSource worker) throws SQLException {
            Connection connection = worker.getConnection();
            connections.add(connection);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET LOCAL citus.enable_manual_changes_to_shards = on");
                statement.execute("SET LOCAL synchronous_commit = local");
                for (String shard : Sql.texts(worker, SHARDS)) {
                    statement.execute("DELETE FROM " + shard);
                }
            }
        }

        void commit() {
            try {
                for (Connection connection : connections) {
                    connection.commit();
                }
            } catch (SQLException failure) {
                throw new IllegalStateException("deleting records", failure);
            }
        }

        @Override
        public void close() throws SQLException {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private boolean waitingForARow() {
        return workers.stream()
                .anyMatch(worker -> Sql.number(
                                worker,
                                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                        + " AND datname = current_database()")
                        > 0);
    }

    private static void assertUnknown(Future<?> waiting) {
        assertThatThrownBy(waiting::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(StoreException.class);
    }
}
