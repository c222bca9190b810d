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
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.transaction.CommitRefusedException;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.JoiningDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The application's own connections and transactions inside a unit of work. */
@Timeout(240)
@Tag("RQ-13")
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.Engine#tested")
@ResourceLock(TestDatabases.LOCK)
class ScopesTest {

    private final Engine engine;
    private final HikariDataSource pool;
    private final JoiningDataSource dataSource;
    private final DataSourceTransactions transactions;
    private final Idempotency idempotency;
    private final KeyedRequest request = request(freshKey(), "contents");

    ScopesTest(Engine engine) {
        this.engine = engine;
        this.pool = TestDatabases.pool(engine, 3);
        Sql.run(pool, "CREATE TABLE effect (name varchar(50) PRIMARY KEY)");
        this.dataSource = JoiningDataSource.of(pool);
        this.transactions = new DataSourceTransactions(dataSource);
        this.idempotency = Idempotency.on(new JdbcClaimStore(transactions));
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

    private Outcome<String> once(Work work) throws SQLException {
        return idempotency.execute(request, TEXT, execution -> {
            work.run();
            return Completion.remember("done");
        });
    }

    private void insert(String name) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            insert(connection, name);
        }
    }

    private static void insert(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO effect VALUES ('" + name + "')");
        }
    }

    /** As a transaction manager does it. */
    private void transaction(int isolation, String... names) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            int before = connection.getTransactionIsolation();
            if (isolation != Connection.TRANSACTION_NONE) {
                connection.setTransactionIsolation(isolation);
            }
            connection.setAutoCommit(false);
            try {
                for (String name : names) {
                    insert(connection, name);
                }
                connection.commit();
            } catch (SQLException failure) {
                connection.rollback();
                throw failure;
            } finally {
                connection.setAutoCommit(true);
                connection.setTransactionIsolation(before);
            }
        }
    }

    private void transaction(String... names) throws SQLException {
        transaction(Connection.TRANSACTION_NONE, names);
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
    void transactions_commitOnce_withTheRecord() throws SQLException {
        once(() -> {
            transaction("a", "b");
            transaction("c");
            insert("d");
            assertThat(effects()).as("before the unit's commit").isEmpty();
        });

        assertThat(effects()).containsExactly("a", "b", "c", "d");
        assertThat(once(() -> insert("e"))).isInstanceOf(Outcome.Replayed.class);
        assertThat(effects()).hasSize(4);
    }

    @Test
    void failureOfTheUnit_undoesItsTransactions() throws SQLException {
        assertThatThrownBy(() -> once(() -> {
                    transaction("a");
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");

        assertThat(effects()).isEmpty();
        assertThat(once(() -> transaction("a"))).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    void transactionThatFails_isUndoneAlone() throws SQLException {
        Sql.run(pool, "INSERT INTO effect VALUES ('taken')");

        once(() -> {
            assertThatThrownBy(() -> transaction("a", "taken")).isInstanceOf(SQLException.class);
            transaction("b");
            assertThatThrownBy(() -> transaction("c", "taken")).isInstanceOf(SQLException.class);
            insert("d");
            assertThatThrownBy(() -> transaction("e", "taken")).isInstanceOf(SQLException.class);
        });

        assertThat(effects()).containsExactly("b", "d", "taken");
    }

    @Test
    void statementThatFails_isUndoneAlone() throws SQLException {
        Sql.run(pool, "INSERT INTO effect VALUES ('taken')");

        once(() -> {
            insert("a");
            assertThatThrownBy(() -> insert("taken")).isInstanceOf(SQLException.class);
            insert("b");
            transaction("c");
            assertThatThrownBy(() -> insert("taken")).isInstanceOf(SQLException.class);
        });

        assertThat(effects()).containsExactly("a", "b", "c", "taken");
    }

    @Test
    void isolationOfTheFirstTransaction_holds_andIsRemembered() throws SQLException {
        List<Integer> levels = new ArrayList<>();
        Work work = () -> {
            try (Connection connection = dataSource.getConnection()) {
                if (isolation(connection) != Connection.TRANSACTION_SERIALIZABLE) {
                    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                }
                connection.setAutoCommit(false);
                insert(connection, "a" + levels.size());
                levels.add(isolation(connection));
                connection.commit();
            }
        };
        once(work);
        assertThat(levels).containsExactly(Connection.TRANSACTION_SERIALIZABLE);
        assertThat(effects()).containsExactly("a0");

        List<Integer> begun = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            transactions.at(
                    "endpoint",
                    () -> transactions.run(unit -> {
                        begun.add(isolation(unit.connectionOfClaims()));
                        work.run();
                        return "done";
                    }));
        }
        assertThat(begun).element(0).isNotEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        assertThat(begun).element(1).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        assertThat(levels).hasSize(3).containsOnly(Connection.TRANSACTION_SERIALIZABLE);
        assertThat(isolation(pool)).as("of a connection of the pool").isNotEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    }

    @Test
    void statementOutsideOfTransactions_seesWhatIsCommittedMeanwhile() throws SQLException {
        once(() -> {
            assertThat(count()).isZero();
            Sql.run(pool, "INSERT INTO effect VALUES ('meanwhile')");
            assertThat(count()).isEqualTo(1);
        });
    }

    private long count() {
        return Sql.number(dataSource, "SELECT count(*) FROM effect");
    }

    private static int isolation(Connection connection) throws SQLException {
        return connection.getTransactionIsolation();
    }

    private static int isolation(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return isolation(connection);
        }
    }

    @Test
    void anotherIsolation_afterStatements_isRefused() throws SQLException {
        assertThatThrownBy(() -> once(() -> {
                    transaction("a");
                    transaction(Connection.TRANSACTION_SERIALIZABLE, "b");
                }))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("SERIALIZABLE")
                .hasMessageContaining("has executed statements already");

        assertThat(effects()).isEmpty();
    }

    @Test
    void anotherIsolation_afterStatementsOfTheUnitsOwn_isRefused() throws SQLException {
        assertThatThrownBy(() -> transactions.<String, SQLException>run(unit -> {
                    insert(unit.connection(), "a");
                    transaction(Connection.TRANSACTION_SERIALIZABLE, "b");
                    return "done";
                }))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("has executed statements already");

        assertThat(effects()).isEmpty();
    }

    @Test
    void secondTransaction_besideAnOpenOne_isRefused() throws SQLException {
        assertThatThrownBy(() -> once(() -> {
                    try (Connection outer = dataSource.getConnection()) {
                        outer.setAutoCommit(false);
                        insert(outer, "a");
                        transaction("b");
                    }
                }))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("would commit separately");

        assertThat(effects()).isEmpty();
    }

    @Test
    void preparedStatement_isInEachTransactionOfItsConnection() throws SQLException {
        once(() -> {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO effect VALUES (?)")) {
                connection.setAutoCommit(false);
                for (String name : List.of("a", "undone", "b")) {
                    insert.setString(1, name);
                    insert.executeUpdate();
                    if (name.equals("undone")) {
                        connection.rollback();
                    } else {
                        connection.commit();
                    }
                }
            }
        });

        assertThat(effects()).containsExactly("a", "b");
    }

    @Test
    void connectionThatIsClosed_losesItsOpenTransaction() throws SQLException {
        once(() -> {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                insert(connection, "lost");
            }
            transaction("kept");
        });

        assertThat(effects()).containsExactly("kept");
    }

    @Test
    void connectionFromBefore_joinsTheUnit_andIsItselfAgainAfterwards() throws SQLException {
        try (Connection early = dataSource.getConnection()) {
            insert(early, "before");
            assertThatThrownBy(() -> once(() -> {
                        early.setAutoCommit(false);
                        insert(early, "in the unit");
                        early.commit();
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
            insert(early, "after");
        }

        assertThat(effects()).containsExactly("after", "before");
    }

    @Test
    void connectionFromBefore_isTheUnits_soThatAPoolOfOneSuffices() throws SQLException {
        try (HikariDataSource small = TestDatabases.pool(engine, 1)) {
            Sql.run(small, "CREATE TABLE effect (name varchar(50) PRIMARY KEY)");
            JoiningDataSource one = JoiningDataSource.of(small);
            Idempotency engineOfOne = Idempotency.on(new JdbcClaimStore(new DataSourceTransactions(one)));
            try (Connection early = one.getConnection()) {
                insert(early, "before");
                engineOfOne.execute(request, TEXT, execution -> {
                    insert(early, "in the unit");
                    return Completion.remember("done");
                });
                insert(early, "after");
            }
            assertThat(Sql.number(small, "SELECT count(*) FROM effect")).isEqualTo(3);
        }
    }

    @Test
    void commitInSql_isNoticed_beforeTheRecordIsWritten() throws SQLException {
        assumeTrue(engine != Engine.CITUS, "the claim's transaction is on another node than the record's");

        assertThatThrownBy(() -> once(() -> {
                    try (Connection connection = dataSource.getConnection();
                            Statement statement = connection.createStatement()) {
                        insert(connection, "a");
                        statement.execute("COMMIT");
                        insert(connection, "b");
                    }
                }))
                .isInstanceOf(CommitRefusedException.class)
                .hasMessageContaining("ended the transaction");

        assertThat(effects()).containsExactly("a");
    }

    @Test
    void deferredConstraint_isCheckedWhereTheTransactionEnds() throws SQLException {
        assumeTrue(engine == Engine.POSTGRESQL, "has deferred constraints");
        Sql.run(pool, "CREATE TABLE late (name text CONSTRAINT late_name UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        Sql.run(pool, "INSERT INTO late VALUES ('taken')");
        List<String> seen = new ArrayList<>();

        once(() -> {
            for (String name : List.of("taken", "new", "taken")) {
                try (Connection connection = dataSource.getConnection();
                        Statement statement = connection.createStatement()) {
                    connection.setAutoCommit(false);
                    statement.executeUpdate("INSERT INTO late VALUES ('" + name + "')");
                    statement.executeUpdate("INSERT INTO late VALUES ('" + name + "')");
                    statement.executeUpdate(
                            "DELETE FROM late WHERE ctid IN (SELECT ctid FROM late WHERE name = 'new' LIMIT 1)");
                    connection.commit();
                    seen.add("committed " + name);
                } catch (SQLException failure) {
                    seen.add(failure.getSQLState());
                }
            }
        });

        assertThat(seen).containsExactly("23505", "committed new", "23505");
    }

    @Test
    void readOnlyTransaction_cannotWrite_andTheNextOneCan() throws SQLException {
        assumeTrue(engine == Engine.POSTGRESQL, "enforces read-only transactions");

        once(() -> {
            try (Connection connection = dataSource.getConnection()) {
                connection.setReadOnly(true);
                connection.setAutoCommit(false);
                assertThatThrownBy(() -> insert(connection, "a"))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                failure -> assertThat(failure.getSQLState()).isEqualTo("25006"));
                connection.rollback();
            }
            transaction("b");
        });

        assertThat(effects()).containsExactly("b");
    }

    @Test
    void abortedTransaction_isNoSuccess() throws SQLException {
        assumeTrue(engine == Engine.POSTGRESQL, "aborts transactions by a failed statement");
        Sql.run(pool, "INSERT INTO effect VALUES ('taken')");

        once(() -> assertThatThrownBy(() -> {
                    try (Connection connection = dataSource.getConnection()) {
                        connection.setAutoCommit(false);
                        insert(connection, "a");
                        assertThatThrownBy(() -> insert(connection, "taken")).isInstanceOf(SQLException.class);
                        connection.commit();
                    }
                })
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("25P02")));

        assertThat(effects()).containsExactly("taken");
    }
}
