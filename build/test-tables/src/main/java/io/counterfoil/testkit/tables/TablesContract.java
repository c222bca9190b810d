package io.counterfoil.testkit.tables;

import static org.awaitility.Awaitility.await;

import io.counterfoil.testkit.thread.TestThreads;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Common parts of the contracts of tables: a database, transactions, threads. */
@Timeout(240)
public abstract class TablesContract {

    /** The settings of a connection. */
    protected enum Mode {
        AUTO_COMMIT(Connection.TRANSACTION_READ_COMMITTED),
        READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
        REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
        SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

        private final int isolation;

        Mode(int isolation) {
            this.isolation = isolation;
        }
    }

    /** Uses a connection. */
    @FunctionalInterface
    protected interface Work<R> {
        R with(Connection connection) throws SQLException;
    }

    protected final ExecutorService threads = Executors.newCachedThreadPool();

    protected abstract TestedDatabase database();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    protected Connection connection() throws SQLException {
        return database().dataSource().getConnection();
    }

    protected <R> R autoCommit(Work<R> work) throws SQLException {
        return in(Mode.AUTO_COMMIT, work);
    }

    protected <R> R inTransaction(Work<R> work) throws SQLException {
        return in(Mode.READ_COMMITTED, work);
    }

    protected <R> R in(Mode mode, Work<R> work) throws SQLException {
        try (Connection connection = connection()) {
            connection.setTransactionIsolation(mode.isolation);
            if (mode == Mode.AUTO_COMMIT) {
                return work.with(connection);
            }
            connection.setAutoCommit(false);
            try {
                R result = work.with(connection);
                connection.commit();
                return result;
            } catch (Throwable failure) {
                connection.rollback();
                throw failure;
            }
        }
    }

    /** Repeats a transaction while the database requests it. */
    protected <R> R untilItGoes(Mode mode, Work<R> work) throws SQLException {
        while (true) {
            try {
                return in(mode, work);
            } catch (SQLException failure) {
                if (!database().asksToRunAgain(failure)) {
                    throw failure;
                }
            }
        }
    }

    /** Executes statements that may create tables. */
    protected void run(String... statements) throws SQLException {
        try (Connection connection = database().administration().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    protected int number(String sql) throws SQLException {
        return autoCommit(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getInt(1);
            }
        });
    }

    protected void untilOneWaits() throws SQLException {
        untilWaiting(1);
    }

    /** Waits until this many sessions wait for a lock. */
    protected void untilWaiting(int count) throws SQLException {
        await(count + " sessions wait")
                .atMost(TestThreads.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(database().waitingInterval())
                .until(() -> number(database().waiting()) >= count);
    }

    /** Runs the work in several threads that start together, and returns their results. */
    protected <R> List<R> together(int count, Callable<R> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(count);
        List<Future<R>> running = new ArrayList<>();
        for (int thread = 0; thread < count; thread++) {
            running.add(threads.submit(() -> {
                start.await(5, TimeUnit.MINUTES);
                return work.call();
            }));
        }
        List<R> results = new ArrayList<>();
        for (Future<R> one : running) {
            results.add(one.get());
        }
        return results;
    }
}
