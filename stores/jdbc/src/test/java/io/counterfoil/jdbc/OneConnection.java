package io.counterfoil.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** A data source that lends one connection, to one at a time, and looks at it when it is given back. */
final class OneConnection implements AutoCloseable {

    private final Connection connection;
    private final Consumer<Connection> inspector;
    private final AtomicBoolean lent = new AtomicBoolean();
    private final List<String> faults = new ArrayList<>();

    /** @param inspector throws what it has against the connection as it was given back */
    OneConnection(DataSource source, Consumer<Connection> inspector) throws SQLException {
        this.connection = source.getConnection();
        this.inspector = inspector;
    }

    /** The data source. */
    DataSource dataSource() {
        return proxy(DataSource.class, (method, arguments) -> {
            if (!method.equals("getConnection")) {
                throw new UnsupportedOperationException(method);
            }
            if (!lent.compareAndSet(false, true)) {
                throw new SQLException("the one connection is lent already");
            }
            return lend();
        });
    }

    private Connection lend() throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        return (Connection) Proxy.newProxyInstance(
                OneConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        if (lent.compareAndSet(true, false)) {
                            givenBack(autoCommit);
                        }
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private void givenBack(boolean autoCommit) throws SQLException {
        if (connection.isClosed()) {
            return;
        }
        if (connection.getAutoCommit() != autoCommit) {
            faults.add("auto-commit was " + autoCommit + " and is not any more");
        }
        try {
            inspector.accept(connection);
        } catch (AssertionError fault) {
            faults.add(String.valueOf(fault.getMessage()));
        }
    }

    /** In which mode it is lent. */
    void setAutoCommit(boolean autoCommit) throws SQLException {
        connection.setAutoCommit(autoCommit);
    }

    /** Whether it is lent now. */
    boolean isLent() {
        return lent.get();
    }

    /** What was wrong with it when it was given back. */
    List<String> faults() {
        return faults;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> handler.handle(method.getName(), arguments)));
    }

    private interface Handler {
        Object handle(String method, Object[] arguments) throws SQLException;
    }
}
