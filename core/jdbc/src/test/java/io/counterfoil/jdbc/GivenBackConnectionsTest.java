package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.Counting;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.proxy.Intercepted;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/** However a unit ends, its connection goes back idle, in the auto-commit mode it came in. */
@Timeout(240)
@Tag("RQ-13")
class GivenBackConnectionsTest {

    private static final Database DATABASE = TestPostgres.freshDatabase();

    private OneConnection one;
    private JdbcClaimStore store;
    private Idempotency engine;

    @BeforeEach
    void open() throws SQLException {
        JdbcSchema.create(DATABASE.dataSource());
        one = new OneConnection(DATABASE.dataSource(), GivenBackConnectionsTest::isIdle);
        store = JdbcClaimStore.on(one.dataSource());
        // Nothing is counted behind its back, where it would borrow the one connection.
        engine = Idempotency.on(store)
                .with(IdempotencyPolicy.DEFAULT.withDuplicates(duplicates -> duplicates.withCounting(Counting.EXACT)));
    }

    private static void isIdle(Connection connection) {
        try {
            assertThat(connection.unwrap(BaseConnection.class).getTransactionState())
                    .isEqualTo(TransactionState.IDLE);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @AfterEach
    void isBack_andInOrder() throws SQLException {
        assertThat(one.isLent()).isFalse();
        assertThat(one.faults()).isEmpty();
        one.close();
    }

    @Test
    void connection_afterEachEndOfAnExecution_isIdle() {
        KeyedRequest request = request(freshKey(), "contents");
        engine.execute(request, TEXT, execution -> Completion.forget("later"));
        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    throw new SQLException("broke half-way");
                }))
                .hasMessage("broke half-way");
        engine.execute(request, TEXT, execution -> Completion.remember("answer"));
        engine.execute(request, TEXT, execution -> Completion.remember("twice"));
        engine.execute(request(request.key(), "other contents"), TEXT, execution -> Completion.remember("never"));
        store.count(Map.of(request.key(), 1L));
        store.purge(1);

        assertThat(store.find(request.key()).orElseThrow().requestCount()).isGreaterThan(1);
    }

    @Test
    void connection_afterDatabaseFailures_isIdle() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> {
                    run("SELECT 1 / 0");
                    return Completion.remember("unreached");
                }))
                .isInstanceOf(SQLException.class);
        Sql.run(DATABASE.dataSource(), "ALTER TABLE counterfoil_record RENAME TO elsewhere");

        assertThatThrownBy(() -> engine.execute(request, TEXT, execution -> Completion.remember("unreached")))
                .isInstanceOf(StoreException.class)
                .hasMessage("claiming a key");
        assertThatThrownBy(() -> store.find(request.key())).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.count(Map.of(request.key(), 1L))).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.purge(1)).isInstanceOf(StoreException.class);

        Sql.run(DATABASE.dataSource(), "ALTER TABLE elsewhere RENAME TO counterfoil_record");
        assertThat(engine.execute(request, TEXT, execution -> Completion.remember("answer")))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    void afterTablesWereCreated_andAfterTheyCouldNotBe() throws SQLException {
        JdbcSchema.create(one.dataSource());

        Database fresh = TestPostgres.freshDatabase();
        Sql.run(fresh.dataSource(), "CREATE VIEW counterfoil_record AS SELECT 1 AS one");
        try (OneConnection refused = new OneConnection(fresh.dataSource(), GivenBackConnectionsTest::isIdle)) {
            assertThatThrownBy(() -> JdbcSchema.create(refused.dataSource())).isInstanceOf(StoreException.class);
            assertThat(refused.isLent()).isFalse();
            assertThat(refused.faults()).isEmpty();
        }
    }

    @Test
    void connection_afterARecordConflict_isIdle() {
        KeyedRequest request = request(freshKey(), "contents");
        assertThatThrownBy(() -> store.within(claims -> {
                    Claim claim = claims.claim(request);
                    Sql.run(
                            DATABASE.dataSource(),
                            "INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, received_at,"
                                    + " expires_at, token, format, payload) VALUES ('%s', '%s', '%s', '\\x%s', 1, 9, 1, 1, '')"
                                            .formatted(
                                                    request.key().requestId(),
                                                    request.key().client(),
                                                    request.key().operation(),
                                                    request.fingerprint()));
                    return claims.complete(
                            ((Claim.Acquired) claim).lease(), request, payload("late"), Retention.FOREVER);
                }))
                .isInstanceOf(StoreException.class)
                .matches(store::isConflict, "a conflict");
    }

    @Test
    void afterTheServerEndedTheSession_atAnyPoint() throws SQLException {
        for (Point point : Point.values()) {
            try (OneConnection doomed = new OneConnection(DATABASE.dataSource(), connection -> {})) {
                JdbcClaimStore onDoomed = JdbcClaimStore.on(doomed.dataSource());
                KeyedRequest request = request(freshKey(), "contents");
                if (point == Point.BEFORE_THE_CLAIM) {
                    try (Connection lent = doomed.dataSource().getConnection()) {
                        terminate(lent);
                    }
                }
                assertThatThrownBy(() -> Idempotency.on(onDoomed).execute(request, TEXT, execution -> {
                            terminate(onDoomed.connection());
                            return point == Point.BEFORE_THE_ROLL_BACK
                                    ? Completion.forget("never")
                                    : Completion.remember("never");
                        }))
                        .as(point.name())
                        .isInstanceOf(StoreException.class);
                assertThat(doomed.isLent()).as(point.name()).isFalse();
                assertThat(engine.execute(request, TEXT, execution -> Completion.remember("answer")))
                        .as(point.name())
                        .isInstanceOf(Outcome.Executed.class);
            }
        }
    }

    @Test
    void connectionThatBrokeMeanwhile_isLoggedInOneLine() {
        DataSource breaking = Intercepted.of(
                DataSource.class, DATABASE.dataSource(), call -> breakingAtTheEnd(call.proceedAs(Connection.class)));

        try (Warnings warnings = Warnings.of("io.counterfoil.jdbc.transaction.OwnTransaction")) {
            int result = new DataSourceTransactions(breaking).<Integer, RuntimeException>run(transaction -> 1);

            assertThat(result).isEqualTo(1);
            assertThat(warnings.lines())
                    .containsExactly(
                            "a connection could not be reset before its return to the pool: java.sql.SQLException: gone Detail: by"
                                    + " the server");
        }
    }

    private static Connection breakingAtTheEnd(Connection connection) {
        return Intercepted.of(Connection.class, connection, call -> {
            if (call.name().equals("setAutoCommit") && call.argument(0, Boolean.class)) {
                throw new SQLException("gone\n  Detail: by the server");
            }
            return call.proceed();
        });
    }

    private enum Point {
        BEFORE_THE_CLAIM,
        BEFORE_THE_RECORD,
        BEFORE_THE_ROLL_BACK
    }

    private void terminate(Connection victim) throws SQLException {
        try (Statement own = victim.createStatement();
                ResultSet row = own.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            Sql.run(DATABASE.dataSource(), "SELECT pg_terminate_backend(" + row.getInt(1) + ", 60000)");
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = store.connection().createStatement()) {
            statement.execute(sql);
        }
    }
}
