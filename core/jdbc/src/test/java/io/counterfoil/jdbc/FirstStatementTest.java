package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.JoiningDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Work that begins before its claim, which is sent with the first statement. */
@Timeout(240)
@Tag("RQ-13")
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.Engine#tested")
@ResourceLock(TestDatabases.LOCK)
class FirstStatementTest {

    private static final String INSERT = "INSERT INTO effect (name) VALUES (?)";

    private final HikariDataSource pool;
    private final JoiningDataSource dataSource;
    private final DataSourceTransactions transactions;
    private final Idempotency idempotency;

    /** Requests of another process, as far as the database can tell. */
    private final Idempotency elsewhere;

    private final JdbcClaimStore storeElsewhere;

    FirstStatementTest(Engine engine) {
        this.pool = TestDatabases.pool(engine, 4);
        Sql.run(pool, "CREATE TABLE effect (name varchar(50) PRIMARY KEY)");
        Sql.run(pool, "INSERT INTO effect VALUES ('taken')");
        this.dataSource = JoiningDataSource.of(pool);
        this.transactions = new DataSourceTransactions(dataSource);
        IdempotencyPolicy impatient =
                IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO));
        this.idempotency = Idempotency.on(new JdbcClaimStore(transactions)).with(impatient);
        this.storeElsewhere = JdbcClaimStore.on(pool);
        this.elsewhere = Idempotency.on(storeElsewhere).with(impatient);
    }

    @AfterEach
    void close() {
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        pool.close();
    }

    /** Work of the application. */
    private interface Work {
        void run(Connection connection) throws SQLException;
    }

    private Outcome<String> once(KeyedRequest request, Work work) throws SQLException {
        return transactions.at(
                "endpoint",
                () -> transactions.claimingWithFirstStatement(() ->
                        idempotency.<String, SQLException>execute(request, TEXT, execution -> {
                            try (Connection connection = dataSource.getConnection()) {
                                work.run(connection);
                            }
                            return Completion.remember("done");
                        })));
    }

    private Outcome<String> elsewhere(KeyedRequest request) {
        return elsewhere.execute(request, TEXT, execution -> Completion.remember("done elsewhere"));
    }

    private static int insert(Connection connection, String name) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, name);
            return insert.executeUpdate();
        }
    }

    private long effects(String name) {
        return Sql.number(pool, "SELECT count(*) FROM effect WHERE name = '" + name + "'");
    }

    @Test
    void freeKey_isExecutedAndReplayedElsewhere() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> first = once(
                request, connection -> assertThat(insert(connection, "new")).isOne());

        assertThat(first).isInstanceOf(Outcome.Executed.class);
        assertThat(elsewhere(request)).isInstanceOf(Outcome.Replayed.class);
        assertThat(effects("new")).isOne();
    }

    @Test
    void recordedKey_isReplayed_withoutTheStatementsEffect() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        elsewhere(request);

        Outcome<String> duplicate = once(request, connection -> insert(connection, "new"));

        assertThat(duplicate).isInstanceOf(Outcome.Replayed.class);
        assertThat(effects("new")).isZero();
    }

    @Test
    void otherContents_areAMismatch() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        elsewhere(request);

        Outcome<String> other = once(request(request.key(), "others"), connection -> insert(connection, "new"));

        assertThat(other).isInstanceOf(Outcome.PayloadMismatch.class);
    }

    /** The statement would wait for the row of the original, if it ran. */
    @Test
    void keyInProgress_isRejected_withoutWaitingForARow() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        elsewhere.<String, SQLException>execute(request, TEXT, execution -> {
            insert(storeElsewhere.connection(), "new");
            assertThat(once(request, connection -> insert(connection, "new"))).isInstanceOf(Outcome.InProgress.class);
            return Completion.remember("done elsewhere");
        });

        assertThat(effects("new")).isOne();
    }

    @Test
    void swallowedConflict_stillEndsInTheReplay() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        elsewhere(request);

        Outcome<String> duplicate = once(request, connection -> {
            try {
                insert(connection, "new");
            } catch (SQLException swallowed) {
                assertThat(swallowed.getSQLState()).isNotNull();
            }
        });

        assertThat(duplicate).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void translatedConflict_stillEndsInTheReplay() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        elsewhere(request);

        Outcome<String> duplicate = once(request, connection -> {
            try {
                insert(connection, "new");
            } catch (SQLException lost) {
                throw new IllegalStateException("of the application's own");
            }
        });

        assertThat(duplicate).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void failureBeforeTheFirstStatement_ofADuplicate_isReplayed() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        elsewhere(request);

        Outcome<String> duplicate = once(request, connection -> {
            throw new IllegalArgumentException("invalid");
        });

        assertThat(duplicate).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void failureBeforeTheFirstStatement_isThrown() {
        assertThatThrownBy(() -> once(request(freshKey(), "contents"), connection -> {
                    throw new IllegalArgumentException("invalid");
                }))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void failureBeforeTheFirstStatement_runsOnce() {
        AtomicInteger runs = new AtomicInteger();

        assertThatThrownBy(() -> once(request(freshKey(), "contents"), connection -> {
                    runs.incrementAndGet();
                    throw new IllegalArgumentException("invalid");
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    void forgottenResult_ofADuplicate_isReplayed() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        elsewhere(request);

        Outcome<String> duplicate = transactions.at(
                "endpoint",
                () -> transactions.claimingWithFirstStatement(
                        () -> idempotency.execute(request, TEXT, execution -> Completion.forget("unavailable"))));

        assertThat(duplicate).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void workWithoutAStatement_isRecorded() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        once(request, connection -> {});

        assertThat(elsewhere(request)).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void workWithoutAStatement_ofADuplicate_isReplayed() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        elsewhere(request);

        assertThat(once(request, connection -> {})).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void failedFirstStatement_isUndoneAlone() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> outcome = once(request, connection -> {
            assertThatThrownBy(() -> insert(connection, "taken"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).startsWith("23"));
            insert(connection, "new");
        });

        assertThat(outcome).isInstanceOf(Outcome.Executed.class);
        assertThat(effects("new")).isOne();
        assertThat(elsewhere(request)).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void failedFirstStatement_keepsTheKeyClaimed() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        once(request, connection -> {
            assertThatThrownBy(() -> insert(connection, "taken")).isInstanceOf(SQLException.class);
            assertThat(elsewhere(request)).isInstanceOf(Outcome.InProgress.class);
        });
    }

    @Test
    void transactionOfTheWork_isCommittedWithTheRecord() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        once(request, connection -> {
            connection.setAutoCommit(false);
            insert(connection, "new");
            connection.commit();
        });

        assertThat(effects("new")).isOne();
        assertThat(elsewhere(request)).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void transactionOfTheWork_thatFails_isRolledBackAlone() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> outcome = once(request, connection -> {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> insert(connection, "taken")).isInstanceOf(SQLException.class);
            connection.rollback();
            insert(connection, "new");
            connection.commit();
        });

        assertThat(outcome).isInstanceOf(Outcome.Executed.class);
        assertThat(effects("new")).isOne();
    }

    @Test
    void transactionOfADuplicate_isReplayed() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");
        elsewhere(request);

        Outcome<String> duplicate = once(request, connection -> {
            connection.setAutoCommit(false);
            insert(connection, "new");
            connection.commit();
        });

        assertThat(duplicate).isInstanceOf(Outcome.Replayed.class);
        assertThat(effects("new")).isZero();
    }

    @Test
    void statement_canBeExecutedAgain() throws SQLException {
        once(request(freshKey(), "contents"), connection -> {
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                for (String name : new String[] {"one", "two", "three"}) {
                    insert.setString(1, name);
                    assertThat(insert.executeUpdate()).isOne();
                }
            }
        });

        assertThat(effects("one") + effects("two") + effects("three")).isEqualTo(3);
    }

    @Test
    void statement_canBeExecutedAgain_withTheSameParameters() throws SQLException {
        once(request(freshKey(), "contents"), connection -> {
            try (PreparedStatement count = connection.prepareStatement("SELECT count(*) FROM effect WHERE name = ?")) {
                count.setString(1, "taken");
                assertThat(first(count)).isOne();
                assertThat(first(count)).isOne();
            }
        });
    }

    private static long first(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void query_returnsItsRows() throws SQLException {
        once(request(freshKey(), "contents"), connection -> {
            try (PreparedStatement query = connection.prepareStatement("SELECT name FROM effect WHERE name = ?")) {
                query.setString(1, "taken");
                try (ResultSet row = query.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getString(1)).isEqualTo("taken");
                    assertThat(row.next()).isFalse();
                }
            }
        });
    }

    @Test
    void largeUpdate_returnsItsCount() throws SQLException {
        once(request(freshKey(), "contents"), connection -> {
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                insert.setString(1, "new");
                assertThat(insert.executeLargeUpdate()).isOne();
            }
        });
    }

    @Test
    void execute_tellsRowsFromCounts() throws SQLException {
        once(request(freshKey(), "contents"), connection -> {
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                insert.setString(1, "new");
                assertThat(insert.execute()).isFalse();
                assertThat(insert.getUpdateCount()).isOne();
            }
        });
    }

    @Test
    void batch_isExecutedBehindTheClaim() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        once(request, connection -> {
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                insert.setString(1, "one");
                insert.addBatch();
                insert.setString(1, "two");
                insert.addBatch();
                assertThat(insert.executeBatch()).hasSize(2);
            }
        });

        assertThat(effects("one") + effects("two")).isEqualTo(2);
        assertThat(elsewhere(request)).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void otherKindsOfStatements_areExecutedBehindTheClaim() throws SQLException {
        KeyedRequest request = request(freshKey(), "contents");

        once(request, connection -> {
            try (var statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO effect VALUES ('new')");
            }
            assertThat(elsewhere(request)).isInstanceOf(Outcome.InProgress.class);
        });

        assertThat(effects("new")).isOne();
    }
}
