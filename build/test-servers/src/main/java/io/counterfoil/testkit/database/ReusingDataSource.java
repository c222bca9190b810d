package io.counterfoil.testkit.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL data source that reuses closed connections. PostgreSQL starts a process for each connection, which costs
 * more processor time than most statements of a test.
 *
 * <p>A reused connection behaves like a new one: its transaction is rolled back and its session reset ({@code DISCARD
 * ALL}). A connection that the server has terminated is replaced. The number of open connections is not limited; a JVM
 * keeps at most {@value #MAX_KEPT} unused ones, those that were closed last.
 *
 * <p>Unsuitable for tests of opening or terminating connections. Thread-safe.
 */
@SuppressWarnings("serial") // never serialized
public final class ReusingDataSource extends PGSimpleDataSource {

    /** The maximum number of unused connections of a JVM. */
    static final int MAX_KEPT = 32;

    private static final int LIMIT_SECONDS = 60;
    private static final String CLOSED = "08003";

    /** Guarded by itself; the last element was closed last. */
    private static final Deque<Kept> KEPT = new ArrayDeque<>();

    private record Kept(ReusingDataSource owner, Connection connection) {}

    private ReusingDataSource() {}

    /**
     * Creates a data source without unused connections.
     *
     * @param url the JDBC URL
     * @param user the user name
     * @param password the password
     * @param application the application name of the connections
     */
    public static ReusingDataSource of(String url, String user, String password, String application) {
        ReusingDataSource source = new ReusingDataSource();
        source.setURL(url);
        source.setUser(user);
        source.setPassword(password);
        source.setApplicationName(application);
        // Makes the driver pass its session settings at the start of the session, so that a reset restores them.
        source.setAssumeMinServerVersion("9.0");
        return source;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = take();
        while (connection != null && !connection.isValid(LIMIT_SECONDS)) {
            connection.close();
            connection = take();
        }
        return lend(connection == null ? super.getConnection() : connection);
    }

    private @Nullable Connection take() {
        synchronized (KEPT) {
            for (Iterator<Kept> lastFirst = KEPT.descendingIterator(); lastFirst.hasNext(); ) {
                Kept kept = lastFirst.next();
                if (kept.owner == this) {
                    lastFirst.remove();
                    return kept.connection;
                }
            }
            return null;
        }
    }

    private Connection lend(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                ReusingDataSource.class.getClassLoader(),
                new Class<?>[] {Connection.class, PGConnection.class},
                new Lent(connection));
    }

    private void giveBack(Connection connection) throws SQLException {
        try {
            if (connection.isClosed()) {
                return;
            }
            if (!connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
            connection.setReadOnly(false);
            connection.clearWarnings();
            try (Statement statement = connection.createStatement()) {
                statement.execute("DISCARD ALL");
            }
        } catch (SQLException broken) {
            connection.close();
            return;
        }
        keep(new Kept(this, connection));
    }

    private static void keep(Kept last) throws SQLException {
        Kept tooMany = null;
        synchronized (KEPT) {
            KEPT.addLast(last);
            if (KEPT.size() > MAX_KEPT) {
                tooMany = KEPT.removeFirst();
            }
        }
        if (tooMany != null) {
            tooMany.connection.close();
        }
    }

    /** A connection in use. */
    private final class Lent implements InvocationHandler {

        private final Connection connection;
        private final AtomicBoolean closed = new AtomicBoolean();

        Lent(Connection connection) {
            this.connection = connection;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            switch (method.getName()) {
                case "close" -> {
                    if (closed.compareAndSet(false, true)) {
                        giveBack(connection);
                    }
                    return null;
                }
                case "isClosed" -> {
                    return closed.get() || connection.isClosed();
                }
                case "equals" -> {
                    return arguments != null && proxy == arguments[0];
                }
                case "hashCode" -> {
                    return System.identityHashCode(proxy);
                }
                default -> {
                    if (closed.get() && method.getDeclaringClass() != Object.class) {
                        throw new SQLException("This connection has been closed.", CLOSED);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                }
            }
        }
    }
}
