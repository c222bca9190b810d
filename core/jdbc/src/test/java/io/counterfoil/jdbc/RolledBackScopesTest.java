package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.JoiningDataSource;
import io.counterfoil.testkit.proxy.Intercepted;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The first transaction of the application in a unit of work of an endpoint, which is rolled back. */
@Timeout(240)
@Tag("RQ-13")
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.Engine#tested")
@ResourceLock(TestDatabases.LOCK)
class RolledBackScopesTest {

    private static final String ENDPOINT = "endpoint";

    private final Engine engine;
    private final HikariDataSource pool;
    private final JoiningDataSource dataSource;
    private final DataSourceTransactions transactions;
    private final Idempotency idempotency;

    /** A request of another process, as far as the database can tell. */
    private final Idempotency elsewhere;

    /** Runs once, right after a transaction was rolled back as a whole. */
    private final AtomicReference<Runnable> afterRollback = new AtomicReference<>(() -> {});

    private final List<String> statements = new ArrayList<>();

    RolledBackScopesTest(Engine engine) {
        this.engine = engine;
        this.pool = TestDatabases.pool(engine, 3);
        Sql.run(pool, "CREATE TABLE effect (name varchar(50) PRIMARY KEY)");
        Sql.run(pool, "INSERT INTO effect VALUES ('taken')");
        this.dataSource = JoiningDataSource.of(observed(pool));
        this.transactions = new DataSourceTransactions(dataSource);
        this.idempotency = Idempotency.on(new JdbcClaimStore(transactions));
        this.elsewhere = Idempotency.on(JdbcClaimStore.on(pool));
    }

    private DataSource observed(DataSource target) {
        return Intercepted.of(DataSource.class, target, call -> {
            if (!call.name().equals("getConnection")) {
                return call.proceed();
            }
            return Intercepted.of(Connection.class, call.proceedAs(Connection.class), inner -> {
                if (inner.name().equals("prepareStatement")) {
                    statements.add(inner.argument(0, String.class));
                }
                Object result = inner.proceed();
                if (inner.name().equals("rollback") && inner.arguments() == 0) {
                    afterRollback.getAndSet(() -> {}).run();
                }
                return result;
            });
        });
    }

    @AfterEach
    void close() {
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        pool.close();
    }

    /** Work of the application. */
    private interface Work {
        void run() throws SQLException;
    }

    private Outcome<String> once(KeyedRequest request, Work work) throws SQLException {
        return transactions.at(
                ENDPOINT,
                () -> idempotency.<String, SQLException>execute(request, TEXT, execution -> {
                    work.run();
                    return Completion.remember("done");
                }));
    }

    private Outcome<String> elsewhere(KeyedRequest request) {
        return elsewhere.execute(request, TEXT, execution -> Completion.remember("done elsewhere"));
    }

    private void transaction(String name) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO effect VALUES ('" + name + "')");
                connection.commit();
            } catch (SQLException failure) {
                connection.rollback();
                throw failure;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    private void transactionThatFails() {
        assertThatThrownBy(() -> transaction("taken")).isInstanceOf(SQLException.class);
    }

    private List<String> effects() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT name FROM effect ORDER BY name")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    @Test
    void claim_outlivesTheRollback() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> outcome = once(request, () -> {
            transactionThatFails();
            assertThat(JdbcClaimStore.on(pool).<Claim, RuntimeException>within(claims -> claims.claim(request)))
                    .isInstanceOf(Claim.InFlight.class);
            transaction("a");
        });

        assertThat(outcome).isInstanceOf(Outcome.Executed.class);
        assertThat(effects()).containsExactly("a", "taken");
        assertThat(elsewhere(request)).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void savepointOfTheClaim_isSet_onceAnEndpointHasRolledBack() throws SQLException {
        assumeTrue(engine == Engine.POSTGRESQL, "sets it in the statement that claims");
        once(request(freshKey(), "contents"), () -> transaction("a"));
        once(request(freshKey(), "contents"), this::transactionThatFails);
        assertThat(saves())
                .as("savepoints of a unit, and of one that rolls back and claims again")
                .isEqualTo(1);

        once(request(freshKey(), "contents"), () -> {
            transactionThatFails();
            transaction("b");
        });

        assertThat(saves()).isEqualTo(2);
        assertThat(effects()).containsExactly("a", "b", "taken");
    }

    private long saves() {
        return statements.stream().filter(sql -> sql.contains("SAVEPOINT")).count();
    }

    @Test
    void claimThatIsLostInTheRollback_runsTheUnitAgain_andReplays() throws SQLException {
        assumeTrue(engine != Engine.POSTGRESQL_COMPATIBLE, "keeps the claim by a savepoint");
        KeyedRequest request = request(freshKey(), "contents");
        afterRollback.set(() -> assertThat(elsewhere(request)).isInstanceOf(Outcome.Executed.class));

        Outcome<String> outcome = once(request, () -> {
            transactionThatFails();
            transaction("a");
        });

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.toString()).contains("done elsewhere"));
        assertThat(effects()).containsExactly("taken");
    }
}
