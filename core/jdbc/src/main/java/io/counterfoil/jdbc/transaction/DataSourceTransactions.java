package io.counterfoil.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on a plain data source, without a framework. A transaction belongs to the thread that runs it; its work finds
 * the connection with {@link #connection()}. Connections go back idle and in the auto-commit mode they came in, also after a
 * failure. Thread-safe.
 */
public final class DataSourceTransactions implements Transactions {

    private final DataSource dataSource;
    private final @Nullable JoiningDataSource joining;
    private final UnitMemory memory = new UnitMemory();
    private final PartCheck partCheck;

    @SuppressWarnings("ThreadLocalUsage") // Use one instance per data source: two data sources are two transactions.
    private final ThreadLocal<@Nullable Outer> current = new ThreadLocal<>();

    /**
     * Runs transactions on connections of a data source. Where it is, or wraps, a {@link JoiningDataSource}, the connections that the work
     * takes from that one take part in them.
     *
     * @param dataSource hands out connections that are not shared
     */
    public DataSourceTransactions(DataSource dataSource) {
        this.joining = joining(dataSource);
        this.dataSource = joining == null ? dataSource : joining.target();
        this.partCheck = new PartCheck(joining);
    }

    private static @Nullable JoiningDataSource joining(DataSource dataSource) {
        if (dataSource instanceof JoiningDataSource joining) {
            return joining;
        }
        try {
            return dataSource.isWrapperFor(JoiningDataSource.class) ? dataSource.unwrap(JoiningDataSource.class) : null;
        } catch (SQLException | RuntimeException unanswered) {
            // Some can be asked only when a connection can be had, as one that routes: none of them is made by us.
            return null;
        }
    }

    @Override
    public <T, X extends Exception> T at(Object endpoint, EndpointWork<T, X> work) throws X {
        return memory.at(endpoint, work);
    }

    @Override
    public <T, X extends Exception> T claimingWithFirstStatement(EndpointWork<T, X> work) throws X {
        return memory.deferring(work);
    }

    @Override
    public boolean joins() {
        return current.get() != null;
    }

    @Override
    public Connection connection() {
        Outer outer = current.get();
        if (outer == null) {
            throw new IllegalStateException(
                    "this thread is in no transaction: connection() is for work inside of one, and a request without a key"
                            + " has none; the connections of a JoiningDataSource suit both");
        }
        return outer.connection();
    }

    @Override
    public <T> T single(SingleStatement<T> statement) throws SQLException {
        Outer outer = current.get();
        return outer == null ? AutoCommit.run(dataSource, statement) : statement.run(connection());
    }

    @Override
    public <T, X extends Exception> T run(Work<T, X> work) throws X {
        Outer outer = current.get();
        return outer == null ? begin(work) : outer.join(work);
    }

    private <T, X extends Exception> T begin(Work<T, X> work) throws X {
        OwnTransaction own = OwnTransaction.begin(dataSource, joining, memory, partCheck);
        boolean committed = false;
        enter(own);
        try {
            T result = work.run(own);
            own.end();
            committed = !own.isRollbackOnly();
            return result;
        } catch (Throwable failure) {
            own.undo(failure);
            throw failure;
        } finally {
            leave();
            own.giveBack();
            own.runAfterEnd(committed);
        }
    }

    private void enter(OwnTransaction own) {
        current.set(own);
        if (joining != null) {
            joining.enter(own);
        }
    }

    private void leave() {
        current.remove();
        if (joining != null) {
            joining.leave();
        }
    }

    /**
     * Runs the work inside a transaction that the caller has begun on this connection and will end: what the thread runs here
     * meanwhile joins it, and nothing is committed. A unit that fails or is marked for roll-back is rolled back to where it began
     * (by a savepoint), so that what the caller commits has every effect with its record, or neither.
     *
     * @param <T> the type of what the work returns
     * @param <X> the checked exceptions that the work throws
     * @param connection the caller's, with auto-commit off; to be used by this thread only meanwhile
     * @param work runs in the calling thread
     * @return what the work returned
     * @throws X what the work threw
     * @throws IllegalStateException when the connection commits by itself, or the thread is in a transaction already
     */
    public <T, X extends Exception> T joining(Connection connection, EndpointWork<T, X> work) throws X {
        if (current.get() != null) {
            throw new IllegalStateException("this thread already has a transaction and cannot join another one");
        }
        current.set(CallersTransaction.on(connection, partCheck));
        try {
            return work.run();
        } finally {
            current.remove();
        }
    }

    /** A transaction that others of its thread can join. */
    interface Outer {

        Connection connection();

        <T, X extends Exception> T join(Work<T, X> work) throws X;
    }
}
