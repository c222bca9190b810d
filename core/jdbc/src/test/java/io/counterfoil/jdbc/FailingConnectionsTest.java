package io.counterfoil.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.proxy.Intercepted;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Connections that refuse a call: what the caller is told of it, and in which state they go back. */
@Tag("RQ-13")
class FailingConnectionsTest {

    private final JdbcDataSource database = new JdbcDataSource();
    private final DataSourceTransactions transactions =
            new DataSourceTransactions(refusing(DataSource.class, database));

    /** The calls that connections refuse. */
    private final Set<String> refused = new HashSet<>();

    /** Those that they were asked for. */
    private final List<String> calls = new ArrayList<>();

    /** In which mode they come. */
    private boolean autoCommit = true;

    @BeforeEach
    void createTable() throws SQLException {
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        Sql.run(database, "CREATE TABLE effect (name varchar(50))");
    }

    @Test
    void transactionThatCannotBegin_givesItsConnectionBack() {
        refused.add("getAutoCommit");

        Throwable failure = catchThrowable(() -> transactions.run(transaction -> "unreached"));

        assertThat(failure).isInstanceOf(StoreException.class).hasMessage("beginning a transaction");
        assertThat(failure.getCause()).hasMessage("no getAutoCommit").hasNoSuppressedExceptions();
        assertThat(calls).containsExactly("getAutoCommit", "close");
    }

    @Test
    void closeFailure_afterEarlierFailure_isSuppressed() {
        refused.addAll(Set.of("setAutoCommit", "close"));

        Throwable failure = catchThrowable(() -> transactions.run(transaction -> "unreached"));

        assertThat(failure.getCause()).hasMessage("no setAutoCommit");
        assertThat(suppressed(failure.getCause())).containsExactly("no close");
    }

    @Test
    void endThatFails_saysWhichEnd() {
        refused.add("commit");
        assertThat(catchThrowable(() -> transactions.run(transaction -> "uncommitted")))
                .isInstanceOf(StoreException.class)
                .hasMessage("committing");

        refused.add("rollback");
        assertThat(catchThrowable(() -> transactions.run(transaction -> {
                    transaction.setRollbackOnly();
                    return "not rolled back";
                })))
                .isInstanceOf(StoreException.class)
                .hasMessage("rolling back");
    }

    @Test
    void rollBackThatFails_isToldBesideTheFailureOfTheWork() {
        refused.add("rollback");

        Throwable failure = catchThrowable(() -> transactions.run(transaction -> {
            throw new IllegalStateException("broke half-way");
        }));

        assertThat(failure).hasMessage("broke half-way");
        assertThat(suppressed(failure)).containsExactly("no rollback");
    }

    @Test
    void caughtFailure_inJoinedTransaction_rollsBackTheOuterOne() throws SQLException {
        boolean marked = transactions.<Boolean, SQLException>run(outer -> {
            insert(outer.connection());
            assertThat(catchThrowable(() -> transactions.run(inner -> {
                        throw new IllegalStateException("broke half-way");
                    })))
                    .hasMessage("broke half-way");
            return transactions.<Boolean, RuntimeException>run(inner -> inner.isRollbackOnly() && inner.isJoined());
        });

        assertThat(marked).isTrue();
        assertThat(effects()).isZero();
    }

    @Test
    void joinedTransaction_isMarkedForNothing_whereNothingFailed() throws SQLException {
        boolean marked = transactions.<Boolean, SQLException>run(outer -> {
            insert(outer.connection());
            return transactions.<Boolean, RuntimeException>run(inner -> inner.isRollbackOnly() || outer.isJoined());
        });

        assertThat(marked).isFalse();
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void unitInTheCallersTransaction_keepsNoSavepoint() throws SQLException {
        try (Connection callers = callers()) {
            transactions.joining(callers, () -> transactions.run(unit -> "done"));
        }

        assertThat(calls).contains("setSavepoint", "releaseSavepoint").doesNotContain("rollback");
    }

    @Test
    void savepointRollback_failingAfterTheAction_isSuppressed() throws SQLException {
        refused.add("rollback");
        Throwable failure;
        try (Connection callers = callers()) {
            failure = catchThrowable(() -> transactions.joining(
                    callers,
                    () -> transactions.run(unit -> {
                        throw new IllegalStateException("broke half-way");
                    })));
        }

        assertThat(failure).hasMessage("broke half-way");
        assertThat(suppressed(failure)).containsExactly("no rollback");
    }

    @Test
    void singleStatement_commitsByItself_onAConnectionThatDoesNot() throws SQLException {
        autoCommit = false;

        transactions.single(connection -> {
            insert(connection);
            return connection;
        });

        assertThat(effects()).isEqualTo(1);
        assertThat(calls).endsWith("setAutoCommit", "close");
    }

    @Test
    void singleStatementThatFails_leavesItsConnectionAsItCame() {
        autoCommit = false;

        Throwable failure = catchThrowable(() -> transactions.single(connection -> {
            throw new SQLException("no statement");
        }));

        assertThat(failure).hasMessage("no statement").hasNoSuppressedExceptions();
        assertThat(calls.stream().filter("setAutoCommit"::equals))
                .as("on, and off again")
                .hasSize(2);
    }

    @Test
    void connectionThatCannotBeResetAfterAFailure_isToldBesideIt() {
        autoCommit = false;

        Throwable failure = catchThrowable(() -> transactions.single(connection -> {
            refused.add("setAutoCommit");
            throw new SQLException("no statement");
        }));

        assertThat(failure).hasMessage("no statement");
        assertThat(suppressed(failure)).containsExactly("no setAutoCommit");
    }

    private Connection callers() throws SQLException {
        autoCommit = false;
        return connection(database.getConnection());
    }

    private Connection connection(Connection real) throws SQLException {
        real.setAutoCommit(autoCommit);
        return refusing(Connection.class, real);
    }

    private static List<String> suppressed(@Nullable Throwable failure) {
        return Arrays.stream(requireNonNull(failure).getSuppressed())
                .map(beside -> String.valueOf(beside.getMessage()))
                .toList();
    }

    private static void insert(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO effect VALUES ('inserted')");
        }
    }

    private long effects() {
        return Sql.number(database, "SELECT count(*) FROM effect");
    }

    /** The same, with connections that are noted and refuse what is to be refused. */
    private <T> T refusing(Class<T> type, T target) {
        return Intercepted.of(type, target, call -> {
            if (type == Connection.class) {
                calls.add(call.name());
                if (refused.contains(call.name())) {
                    throw new SQLException("no " + call.name());
                }
            }
            return call.name().equals("getConnection") ? connection(call.proceedAs(Connection.class)) : call.proceed();
        });
    }
}
