package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.BatchAction;
import io.counterfoil.idempotency.BatchResult;
import io.counterfoil.idempotency.BatchUndoneException;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.thread.TestThreads;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One action for several requests: its effect with all their records, or nothing. */
@Timeout(240)
@Tag("RQ-13")
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.Engine#tested")
@ResourceLock(TestDatabases.LOCK)
class SharedActionTest {

    private final Engine engine;
    private final HikariDataSource pool;
    private final JdbcClaimStore store;
    private final Idempotency idempotency;
    private final TestThreads others = new TestThreads();
    private final List<List<KeyedRequest>> runs = new ArrayList<>();

    SharedActionTest(Engine engine) {
        this.engine = engine;
        this.pool = TestDatabases.pool(engine, 3);
        Sql.run(pool, "CREATE TABLE effect (name varchar(300) PRIMARY KEY)");
        this.store = new JdbcClaimStore(new DataSourceTransactions(pool));
        this.idempotency = Idempotency.on(store);
    }

    @AfterEach
    void close() {
        others.close();
        pool.close();
    }

    private static List<KeyedRequest> requests(int count) {
        return Stream.generate(() -> request(freshKey(), "contents"))
                .limit(count)
                .toList();
    }

    /** More that an action does. */
    private interface More {
        void run() throws Exception;
    }

    private BatchAction<String, Exception> writing(More more) {
        return requests -> {
            runs.add(requests);
            for (KeyedRequest each : requests) {
                insert(each);
            }
            more.run();
            return "done";
        };
    }

    private void insert(KeyedRequest request) throws SQLException {
        try (PreparedStatement insert = store.connection().prepareStatement("INSERT INTO effect VALUES (?)")) {
            insert.setString(1, request.key().requestId().value());
            insert.executeUpdate();
        }
    }

    private List<BatchResult<String>> execute(List<KeyedRequest> requests, More more) throws Exception {
        return idempotency.executeTogether(requests, TEXT, writing(more));
    }

    private List<BatchResult<String>> execute(List<KeyedRequest> requests) throws Exception {
        return execute(requests, () -> {});
    }

    private int effects() {
        return Sql.texts(pool, "SELECT name FROM effect").size();
    }

    private boolean isRecorded(KeyedRequest request) {
        return store.find(request.key()).isPresent();
    }

    private static Class<?> outcome(BatchResult<String> result) {
        return ((BatchResult.Ended<String>) result).outcome().getClass();
    }

    @Test
    void requests_areExecutedByOneRun_andRecorded() throws Exception {
        List<KeyedRequest> requests = requests(3);

        List<BatchResult<String>> results = execute(requests);

        assertThat(runs).containsExactly(requests);
        assertThat(results).extracting(SharedActionTest::outcome).containsOnly(Outcome.Executed.class);
        assertThat(effects()).isEqualTo(3);
        assertThat(requests).allMatch(this::isRecorded);
    }

    @Test
    void duplicates_areReplayed_andLeftOut() throws Exception {
        List<KeyedRequest> first = requests(2);
        KeyedRequest other = requests(1).get(0);
        execute(first);

        List<BatchResult<String>> results = execute(List.of(first.get(1), other, first.get(0)));

        assertThat(runs).containsExactly(first, List.of(other));
        assertThat(results)
                .extracting(SharedActionTest::outcome)
                .containsExactly(Outcome.Replayed.class, Outcome.Executed.class, Outcome.Replayed.class);
        assertThat(isRecorded(other)).isTrue();
    }

    @Test
    void duplicatesAlone_runNothing() throws Exception {
        List<KeyedRequest> requests = requests(2);
        execute(requests);

        execute(requests);

        assertThat(runs).hasSize(1);
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    void secondRequestOfAKey_isNotBegun() throws Exception {
        List<KeyedRequest> requests = requests(2);

        List<BatchResult<String>> results = execute(List.of(requests.get(0), requests.get(1), requests.get(0)));

        assertThat(runs).containsExactly(requests);
        assertThat(results.get(2)).isEqualTo(new BatchResult.NotBegun<String>());
    }

    @Test
    void requestInProgressElsewhere_isLeftOut() throws Exception {
        List<KeyedRequest> requests = requests(3);
        Idempotency elsewhere = Idempotency.on(new JdbcClaimStore(new DataSourceTransactions(pool)));

        List<BatchResult<String>> results = store.<List<BatchResult<String>>, Exception>within(claims -> {
            assertThat(claims.claim(requests.get(1))).isInstanceOf(Claim.Acquired.class);
            return others.run(() -> elsewhere.<String, RuntimeException>executeTogether(requests, TEXT, free -> {
                runs.add(free);
                return "done";
            }));
        });

        assertThat(runs).containsExactly(List.of(requests.get(0), requests.get(2)));
        assertThat(outcome(results.get(1))).isEqualTo(Outcome.InProgress.class);
        assertThat(requests).map(this::isRecorded).containsExactly(true, false, true);
    }

    @Test
    void actionThatThrows_undoesAll_andLeavesTheKeysFree() throws Exception {
        List<KeyedRequest> requests = requests(3);

        assertThatThrownBy(() -> execute(requests, () -> {
                    throw new IOException("no paper");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("no paper");

        assertThat(effects()).isZero();
        assertThat(requests).noneMatch(this::isRecorded);
        execute(requests);
        assertThat(effects()).isEqualTo(3);
    }

    @Test
    void conflict_leavesTheUnitUndone() {
        List<KeyedRequest> requests = requests(2);

        assertThatThrownBy(() -> execute(requests, () -> {
                    throw new SQLException("deadlock", "40001");
                }))
                .isInstanceOf(BatchUndoneException.class);

        assertThat(effects()).isZero();
        assertThat(requests).noneMatch(this::isRecorded);
    }

    @Test
    void failedStatementThatTheActionIgnores_leavesTheUnitUndone() {
        assumeTrue(engine == Engine.POSTGRESQL, "a failed statement aborts the transaction");
        List<KeyedRequest> requests = requests(2);

        assertThatThrownBy(() -> execute(
                        requests,
                        () -> assertThatThrownBy(() -> insert(requests.get(0))).isInstanceOf(SQLException.class)))
                .isInstanceOf(BatchUndoneException.class);

        assertThat(effects()).isZero();
        assertThat(requests).noneMatch(this::isRecorded);
    }

    @Test
    void policyWithAnExecutionLimit_sharesNoUnit() {
        Idempotency limited = idempotency.with(
                IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withExecutionTime(Duration.ofMinutes(1))));
        List<KeyedRequest> requests = requests(2);

        assertThatThrownBy(() -> limited.executeTogether(requests, TEXT, writing(() -> {})))
                .isInstanceOf(BatchUndoneException.class)
                .hasStackTraceContaining("share no unit of work");

        assertThat(runs).isEmpty();
    }
}
