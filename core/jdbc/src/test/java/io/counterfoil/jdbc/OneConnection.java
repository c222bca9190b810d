package io.counterfoil.jdbc;

import io.counterfoil.testkit.proxy.Intercepted;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** A data source that lends one connection, to one at a time, and looks at it when it is given back. */
final class OneConnection implements AutoCloseable {

    private final DataSource source;
    private final Connection connection;
    private final Consumer<Connection> inspector;
    private final AtomicBoolean lent = new AtomicBoolean();
    private final List<String> faults = new ArrayList<>();

    /** @param inspector throws what it has against the connection as it was given back */
    OneConnection(DataSource source, Consumer<Connection> inspector) throws SQLException {
        this.source = source;
        this.connection = source.getConnection();
        this.inspector = inspector;
    }

    /** The data source. */
    DataSource dataSource() {
        return Intercepted.of(DataSource.class, source, call -> {
            if (!call.name().equals("getConnection")) {
                throw new UnsupportedOperationException(call.name());
            }
            if (!lent.compareAndSet(false, true)) {
                throw new SQLException("the one connection is lent already");
            }
            return lend();
        });
    }

    private Connection lend() throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        return Intercepted.of(Connection.class, connection, call -> {
            if (!call.name().equals("close")) {
                return call.proceed();
            }
            if (lent.compareAndSet(true, false)) {
                givenBack(autoCommit);
            }
            return null;
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
}
