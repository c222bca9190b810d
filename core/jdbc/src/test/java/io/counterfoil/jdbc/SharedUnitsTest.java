package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.BatchResult;
import io.counterfoil.idempotency.BatchUndoneException;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.JoiningDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that share a transaction: each effect with its record, or neither; and a failure is undone alone. */
@Timeout(240)
@Tag("RQ-13")
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.Engine#tested")
@ResourceLock(TestDatabases.LOCK)
class SharedUnitsTest {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private final Engine engine;
    private final HikariDataSource pool;
    private final JoiningDataSource joining;
    private final JdbcClaimStore store;
    private final Idempotency idempotency;

    SharedUnitsTest(Engine engine) {
        this.engine = engine;
        this.pool = TestDatabases.pool(engine, 3);
        Sql.run(pool, "CREATE TABLE effect (name varchar(50) PRIMARY KEY)");
        Sql.run(pool, "INSERT INTO effect VALUES ('taken')");
        this.joining = JoiningDataSource.of(pool);
        this.store = new JdbcClaimStore(new DataSourceTransactions(joining));
        this.idempotency = Idempotency.on(store);
    }

    @AfterEach
    void close() {
        // It refers to the table that the next test drops.
        Sql.run(pool, "DROP TABLE IF EXISTS beside");
        pool.close();
    }

    /** Work that writes an effect on the unit's connection, and may do more. */
    private interface More {
        void run(Connection connection) throws Exception;
    }

    private BatchRequest<String> writing(KeyedRequest request, String name, More more) {
        Action<String, Exception> action = execution -> {
            insert(store.connection(), name);
            more.run(store.connection());
            return Completion.remember(name);
        };
        return new BatchRequest<>(request, action);
    }

    private BatchRequest<String> writing(String name, More more) {
        return writing(request(freshKey(), "contents"), name, more);
    }

    private BatchRequest<String> writing(String name) {
        return writing(name, connection -> {});
    }

    private static void insert(Connection connection, String name) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO effect VALUES (?)")) {
            insert.setString(1, name);
            insert.executeUpdate();
        }
    }

    private List<BatchResult<String>> execute(List<BatchRequest<String>> requests) {
        return idempotency.executeAll(requests, TEXT, A_MINUTE);
    }

    private List<String> effects() {
        return Sql.texts(pool, "SELECT name FROM effect WHERE name <> 'taken' ORDER BY name");
    }

    private boolean isRecorded(BatchRequest<String> request) {
        return store.find(request.request().key()).isPresent();
    }

    private static void assertExecuted(BatchResult<String> result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        BatchResult.Ended.class,
                        ended -> assertThat(ended.outcome()).isInstanceOf(Outcome.Executed.class));
    }

    @Test
    void requests_areExecutedAndRecorded_inOneTransaction() {
        List<BatchRequest<String>> requests = List.of(writing("a"), writing("b"), writing("c"));

        List<BatchResult<String>> results = execute(requests);

        assertThat(results).allSatisfy(SharedUnitsTest::assertExecuted);
        assertThat(effects()).containsExactly("a", "b", "c");
        assertThat(requests).allMatch(this::isRecorded);
    }

    @Test
    void duplicates_areReplayed_andNotExecuted() {
        List<BatchRequest<String>> requests = List.of(writing("a"), writing("b"));
        execute(requests);

        List<BatchResult<String>> again = execute(List.of(requests.get(1), requests.get(0), writing("c")));

        for (BatchResult<String> replayed : again.subList(0, 2)) {
            assertThat(((BatchResult.Ended<String>) replayed).outcome()).isInstanceOf(Outcome.Replayed.class);
        }
        assertExecuted(again.get(2));
        assertThat(effects()).containsExactly("a", "b", "c");
    }

    @Test
    void secondRequestOfAKey_isNotBegun_inTheSameUnit() {
        KeyedRequest request = request(freshKey(), "contents");

        List<BatchResult<String>> results =
                execute(List.of(writing(request, "a", c -> {}), writing("b"), writing(request, "a again", c -> {})));

        assertThat(results.get(2)).isEqualTo(new BatchResult.NotBegun<String>());
        assertThat(effects()).containsExactly("a", "b");
    }

    @Test
    void actionThatThrows_isUndoneAlone() {
        IllegalStateException poison = new IllegalStateException("poison");
        List<BatchRequest<String>> requests = List.of(
                writing("a"),
                writing("b", connection -> {
                    throw poison;
                }),
                writing("c"),
                writing("d"));

        List<BatchResult<String>> results = execute(requests);

        assertThat(results.get(1)).isEqualTo(new BatchResult.Failed<String>(poison));
        assertThat(effects()).containsExactly("a", "c", "d");
        assertThat(requests).map(this::isRecorded).containsExactly(true, false, true, true);
    }

    @Test
    void actionsThatFailOneAfterTheOther_areEachUndoneAlone() {
        More failing = connection -> insert(connection, "taken");
        List<BatchRequest<String>> requests =
                List.of(writing("a", failing), writing("b", failing), writing("c"), writing("d", failing));

        List<BatchResult<String>> results = execute(requests);

        assertThat(results).map(BatchResult.Failed.class::isInstance).containsExactly(true, true, false, true);
        assertThat(effects()).containsExactly("c");
        assertThat(requests).map(this::isRecorded).containsExactly(false, false, true, false);
    }

    @Test
    void failedStatementThatAnActionIgnores_abortsThatActionAlone() {
        assumeTrue(engine == Engine.POSTGRESQL, "a failed statement aborts the transaction");
        List<BatchRequest<String>> requests = List.of(
                writing("a"),
                writing(
                        "b",
                        connection -> assertThatThrownBy(() -> insert(connection, "taken"))
                                .isInstanceOf(SQLException.class)),
                writing("c"));

        List<BatchResult<String>> results = execute(requests);

        assertThat(((BatchResult.Failed<String>) results.get(1)).failure()).isInstanceOf(CommitRefusedException.class);
        assertThat(effects()).containsExactly("a", "c");
    }

    @Test
    void violationOfADeferredConstraint_isOfTheActionAlone() {
        assumeTrue(engine == Engine.POSTGRESQL, "constraints can be deferred");
        Sql.run(pool, "CREATE TABLE beside (name varchar(50) REFERENCES effect DEFERRABLE INITIALLY DEFERRED)");
        List<BatchRequest<String>> requests = List.of(
                writing("a"),
                writing("b", connection -> execute(connection, "INSERT INTO beside VALUES ('nobody')")),
                writing(
                        "c",
                        connection -> execute(
                                connection,
                                "INSERT INTO beside VALUES ('later'); INSERT INTO effect VALUES ('later')")));

        List<BatchResult<String>> results = execute(requests);

        assertThat(((BatchResult.Failed<String>) results.get(1)).failure()).isInstanceOf(CommitRefusedException.class);
        assertThat(effects()).containsExactly("a", "c", "later");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void completionThatIsNotKept_undoesItsActionAlone() {
        BatchRequest<String> forgotten = new BatchRequest<>(request(freshKey(), "contents"), execution -> {
            insert(store.connection(), "forgotten");
            return Completion.forget("not done");
        });

        List<BatchResult<String>> results = execute(List.of(writing("a"), forgotten, writing("c")));

        assertThat(((BatchResult.Ended<String>) results.get(1)).outcome())
                .isInstanceOfSatisfying(
                        Outcome.Executed.class,
                        executed -> assertThat(executed.stored()).isEqualTo(Outcome.Stored.NOTHING));
        assertThat(effects()).containsExactly("a", "c");
        assertThat(isRecorded(forgotten)).isFalse();
    }

    @Test
    void applicationsTransaction_thatRollsBack_isUndoneAlone() {
        BatchRequest<String> rollingBack = new BatchRequest<>(request(freshKey(), "contents"), execution -> {
            try (Connection connection = joining.getConnection()) {
                connection.setAutoCommit(false);
                insert(connection, "rolled back");
                connection.rollback();
                connection.setAutoCommit(true);
            }
            return Completion.remember("done");
        });

        List<BatchResult<String>> results = execute(List.of(writing("a"), rollingBack, writing("c")));

        assertThat(results).allSatisfy(SharedUnitsTest::assertExecuted);
        assertThat(effects()).containsExactly("a", "c");
    }

    @Test
    void applicationsTransactionOfAnotherLevel_leavesTheUnitUndone() {
        assumeTrue(engine == Engine.POSTGRESQL, "an isolation level is set at the begin");
        BatchRequest<String> serializable = new BatchRequest<>(request(freshKey(), "contents"), execution -> {
            try (Connection connection = joining.getConnection()) {
                connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                connection.setAutoCommit(false);
                insert(connection, "b");
                connection.commit();
            }
            return Completion.remember("done");
        });
        List<BatchRequest<String>> requests = List.of(writing("a"), serializable);

        assertThatThrownBy(() -> execute(requests)).isInstanceOf(BatchUndoneException.class);

        assertThat(effects()).isEmpty();
        assertThat(requests).noneMatch(this::isRecorded);
    }

    @Test
    void commitThatIsLost_leavesNothing_andIsAConflict() {
        KeyedRequest taken = request(freshKey(), "contents");
        List<BatchRequest<String>> requests = List.of(writing("a"), writing(taken, "b", connection -> {
            throw new SQLException("deadlock", "40001");
        }));

        assertThatThrownBy(() -> execute(requests)).isInstanceOf(BatchUndoneException.class);

        assertThat(effects()).isEmpty();
        assertThat(requests).noneMatch(this::isRecorded);
    }

    @Test
    void actionThatEndsTheTransaction_leavesNoRecordWithoutItsEffect() {
        BatchRequest<String> first = writing("a");
        BatchRequest<String> later = writing("c");

        assertThatThrownBy(() -> execute(List.of(first, writing("b", Connection::commit), later)))
                .isInstanceOf(BatchUndoneException.class);

        assertThat(isRecorded(first)).isFalse();
        assertThat(isRecorded(later)).isFalse();
        assertThat(effects()).as("what the action committed itself").doesNotContain("c");
    }

    @Test
    void timeThatIsOver_leavesTheRestUnbegun_andTheirKeysFree() {
        List<BatchRequest<String>> requests = List.of(writing("a"), writing("b"));

        List<BatchResult<String>> results = idempotency.executeAll(requests, TEXT, Duration.ZERO);

        assertExecuted(results.get(0));
        assertThat(results.get(1)).isEqualTo(new BatchResult.NotBegun<String>());
        assertThat(effects()).containsExactly("a");
        assertExecuted(execute(requests).get(1));
    }

    @Test
    void unitOfSeveral_insideATransactionOfTheCallers_commitsWithIt() throws SQLException {
        DataSourceTransactions transactions = new DataSourceTransactions(pool);
        JdbcClaimStore joined = new JdbcClaimStore(transactions);
        Idempotency inside = Idempotency.on(joined);
        KeyedRequest failing = request(freshKey(), "contents");
        List<BatchRequest<String>> requests = List.of(
                new BatchRequest<>(request(freshKey(), "contents"), execution -> {
                    insert(joined.connection(), "a");
                    return Completion.remember("a");
                }),
                new BatchRequest<>(failing, execution -> {
                    insert(joined.connection(), "b");
                    throw new IllegalStateException("undone");
                }),
                new BatchRequest<>(request(freshKey(), "contents"), execution -> {
                    insert(joined.connection(), "c");
                    return Completion.remember("c");
                }));

        try (Connection caller = pool.getConnection()) {
            caller.setAutoCommit(false);
            transactions.joining(caller, () -> inside.executeAll(requests, TEXT, A_MINUTE));
            assertThat(effects()).isEmpty();
            caller.commit();
        }

        assertThat(effects()).containsExactly("a", "c");
        assertThat(requests).map(this::isRecorded).containsExactly(true, false, true);
    }
}
