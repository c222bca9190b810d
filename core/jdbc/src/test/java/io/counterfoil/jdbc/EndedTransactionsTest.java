package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Work that goes on after a failed statement, or ends the transaction that it runs in: never a success that was not committed. */
@Timeout(240)
@Tag("RQ-13")
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.Engine#tested")
@ResourceLock(TestDatabases.LOCK)
class EndedTransactionsTest {

    private final Engine engine;
    private final HikariDataSource pool;
    private final DataSourceTransactions transactions;
    private final JdbcClaimStore store;
    private final KeyedRequest request = request(freshKey(), "contents");

    EndedTransactionsTest(Engine engine) {
        this.engine = engine;
        this.pool = TestDatabases.pool(engine, 2);
        Sql.run(pool, "CREATE TABLE effect (name varchar(50) PRIMARY KEY)");
        Sql.run(pool, "INSERT INTO effect VALUES ('taken')");
        this.transactions = new DataSourceTransactions(pool);
        this.store = new JdbcClaimStore(transactions);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    /** Work on the store's connection. */
    private interface Work {
        void run(Connection connection) throws SQLException;
    }

    private static void insert(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO effect VALUES ('" + name + "')");
        }
    }

    private static void swallow(Connection connection) throws SQLException {
        insert(connection, "a");
        assertThatThrownBy(() -> insert(connection, "taken")).isInstanceOf(SQLException.class);
    }

    private void execute(Work work) throws SQLException {
        Idempotency.on(store).execute(request, TEXT, execution -> {
            work.run(store.connection());
            return Completion.remember("done");
        });
    }

    /** With a result that is known before the work: PostgreSQL has the record first. */
    private void executeKnown(Work work) throws SQLException {
        Completion<String> done = Completion.remember("done");
        Idempotency.on(store).execute(request, TEXT, new Action<String, SQLException>() {
            @Override
            public Completion<String> run(Execution execution) throws SQLException {
                work.run(store.connection());
                return done;
            }

            @Override
            public Optional<Completion<String>> known() {
                return Optional.of(done);
            }
        });
    }

    private long effects() {
        return Sql.number(pool, "SELECT count(*) FROM effect");
    }

    private void assertNothingIsKept() {
        assertThat(effects()).as("with the one from before").isEqualTo(1);
        assertThat(store.find(request.key())).isEmpty();
    }

    private boolean abortsTransactions() {
        return engine == Engine.POSTGRESQL || engine == Engine.POSTGRESQL_COMPATIBLE || engine == Engine.CITUS;
    }

    @Test
    void failedStatement_thatIsIgnored_isNoSuccess() {
        assumeTrue(abortsTransactions(), "a failed statement aborts its transaction");

        assertThatThrownBy(() -> execute(EndedTransactionsTest::swallow)).isInstanceOf(CommitRefusedException.class);

        assertNothingIsKept();
    }

    @Test
    void failedStatement_thatIsIgnored_isNoSuccess_ofKnownResults() {
        assumeTrue(abortsTransactions(), "a failed statement aborts its transaction");

        assertThatThrownBy(() -> executeKnown(EndedTransactionsTest::swallow))
                .isInstanceOf(CommitRefusedException.class);

        assertNothingIsKept();
    }

    @Test
    void failedStatement_thatIsIgnored_createsNothing() {
        assumeTrue(abortsTransactions(), "a failed statement aborts its transaction");
        DataKeys keys = new DataKeys(store, IdempotencyPolicy.DEFAULT);

        assertThatThrownBy(() -> keys.<String, SQLException>createOnce(
                        new DataKey("shop", "1", new RequestId("1")), () -> Optional.<String>empty(), () -> {
                            swallow(store.connection());
                            return "created";
                        }))
                .isInstanceOf(CommitRefusedException.class);

        assertNothingIsKept();
    }

    @Test
    void failedStatement_thatIsIgnored_isNoSuccess_ofAPlainUnit() {
        assumeTrue(abortsTransactions(), "a failed statement aborts its transaction");

        assertThatThrownBy(() -> transactions.<String, SQLException>run(transaction -> {
                    swallow(transaction.connection());
                    return "done";
                }))
                .isInstanceOf(CommitRefusedException.class);

        assertNothingIsKept();
    }

    @Test
    void commitByTheWork_isNoticed() {
        assumeFalse(engine == Engine.CITUS, "the claim's transaction is on another node than the record's");

        assertThatThrownBy(() -> execute(connection -> {
                    insert(connection, "a");
                    connection.commit();
                    insert(connection, "b");
                }))
                .isInstanceOf(CommitRefusedException.class)
                .hasMessageContaining("ended the transaction");

        assertThat(effects()).as("with what the work committed").isEqualTo(2);
        assertThat(store.find(request.key())).isEmpty();
    }

    @Test
    void rollbackByTheWork_isNoticed() {
        assumeFalse(engine == Engine.CITUS, "the claim's transaction is on another node than the record's");

        assertThatThrownBy(() -> execute(connection -> {
                    insert(connection, "a");
                    connection.rollback();
                }))
                .isInstanceOf(CommitRefusedException.class)
                .hasMessageContaining("ended the transaction");

        assertNothingIsKept();
    }

    @Test
    void rollbackByTheWork_isNoticed_ofKnownResults() {
        assumeFalse(engine == Engine.CITUS, "the claim's transaction is on another node than the record's");

        assertThatThrownBy(() -> executeKnown(connection -> {
                    insert(connection, "a");
                    connection.rollback();
                    insert(connection, "b");
                }))
                .isInstanceOf(CommitRefusedException.class)
                .hasMessageContaining("ended the transaction");

        assertNothingIsKept();
    }

    @Test
    void statementThatCommitsImplicitly_isNoticed() {
        assumeTrue(engine == Engine.MARIADB || engine == Engine.H2, "DDL commits");

        assertThatThrownBy(() -> execute(connection -> {
                    insert(connection, "a");
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("CREATE TABLE beside (name varchar(50))");
                    }
                    insert(connection, "b");
                }))
                .isInstanceOf(CommitRefusedException.class)
                .hasMessageContaining("commits implicitly");

        assertThat(store.find(request.key())).isEmpty();
    }
}
