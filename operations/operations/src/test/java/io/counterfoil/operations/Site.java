package io.counterfoil.operations;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** A fresh database with the tables, and what an item is in it. */
record Site(SqlDialect dialect, DataSource dataSource) {

    static final Namespace ACME = Namespace.ofClient("acme");
    static final Duration PATIENCE = Duration.ofMinutes(4);

    /** Impatient, but with the heartbeat of one that is not taken for dead when the machine is busy. */
    static final OperationSettings QUICK = OperationSettings.DEFAULT
            .withIntervals(Duration.ofMillis(20), Duration.ofMinutes(1))
            .withClosingWithin(Duration.ofMinutes(5))
            .withTurn(Duration.ofMinutes(10))
            .withFailures(10, Duration.ofMillis(1), Duration.ofMillis(10));

    static Site postgreSql() {
        return of(
                Dialects.POSTGRESQL,
                TestPostgres.freshDatabase().reusing("test").dataSource());
    }

    static Site mariaDb() {
        return of(Dialects.MYSQL, TestMariaDb.freshDatabase().dataSource());
    }

    static Site h2() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000");
        return of(Dialects.H2, source);
    }

    /** A cluster, its tables distributed as the dialect says; each connection leads to the next node. */
    static Site citus(SqlDialect dialect) {
        List<Database> nodes = TestCitus.freshDatabase();
        of(dialect, nodes.get(0).dataSource());
        return new Site(dialect, TestCitus.anyOf(nodes));
    }

    static Site of(SqlDialect dialect, DataSource dataSource) {
        Operations.SCHEMA.create(dataSource, dialect);
        Site site = new Site(dialect, dataSource);
        // Without a key: what is applied twice is to be seen.
        site.execute("CREATE TABLE item (operation varchar(64) NOT NULL, number int NOT NULL)");
        site.distribute("item", "'operation'");
        return site;
    }

    /** Distributes a table, where tables are. */
    void distribute(String table, String column) {
        if (dialect.isDistributed()) {
            execute("SELECT create_distributed_table('%s', %s, colocate_with => 'none')".formatted(table, column));
        }
    }

    /** The expression of an operation's entry in the queues, on PostgreSQL. */
    String entry() {
        return dialect.isDistributed() ? "concat_ws(chr(9), id::text, namespace, reference)" : "id::text";
    }

    Operations.Builder builder() {
        return Operations.builder(dataSource, dialect).settings(QUICK);
    }

    /** Submits it in a transaction of its own, and wakes. */
    Operation submit(Operations operations, NewOperation operation) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            Submission submission = operations.submit(connection, operation);
            connection.commit();
            operations.wake();
            return submission.operation();
        }
    }

    /** How it ended. */
    static Operation end(Operations operations, Operation operation) throws SQLException, InterruptedException {
        Operation last = operations
                .await(operation.namespace(), operation.kind(), operation.reference(), PATIENCE)
                .orElseThrow();
        if (!last.hasEnded()) {
            throw new AssertionError("not ended: " + last);
        }
        return last;
    }

    static NewOperation items(int count) {
        return NewOperation.of(ACME, "items", ReferenceId.next())
                .input(Integer.toString(count))
                .total(count);
    }

    /** Writes an item. */
    static void apply(Connection connection, Operation operation, int number) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO item VALUES (?, ?)")) {
            insert.setString(1, operation.reference().value());
            insert.setInt(2, number);
            insert.executeUpdate();
        }
    }

    /** Applies one item in each step: those from 0 to the input. */
    static OperationStep applyNext(Connection connection, Operation operation) throws SQLException {
        int next = operation.recoveryPoint().isEmpty() ? 0 : Integer.parseInt(operation.recoveryPoint());
        int count = Integer.parseInt(operation.input());
        if (next == count) {
            return new OperationStep.Finished("{\"applied\":" + count + "}", count);
        }
        apply(connection, operation, next);
        return new OperationStep.GoOn(Integer.toString(next + 1), next + 1);
    }

    /** How many items were applied, and how many different ones. */
    String applied(Operation operation) {
        String query =
                "SELECT count(*), count(DISTINCT number) FROM item WHERE operation = '" + operation.reference() + "'";
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1) + " of " + row.getLong(2);
        } catch (SQLException failure) {
            throw new IllegalStateException(query, failure);
        }
    }

    /** As if nothing had ever been submitted. */
    void clear() {
        execute("DELETE FROM counterfoil_operation_queue");
        execute("DELETE FROM counterfoil_callback_queue");
        execute("DELETE FROM counterfoil_operation");
        execute("DELETE FROM item");
    }

    long number(String query) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(query, failure);
        }
    }

    void execute(String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }
}
