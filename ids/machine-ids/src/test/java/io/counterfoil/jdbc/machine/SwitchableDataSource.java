package io.counterfoil.jdbc.machine;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that may be unreachable. */
final class SwitchableDataSource implements DataSource {

    private final DataSource inner;
    private volatile boolean down;
    private volatile CompletableFuture<Void> responds = CompletableFuture.completedFuture(null);

    SwitchableDataSource(DataSource inner) {
        this.inner = inner;
    }

    void down() {
        down = true;
    }

    /** Whoever asks for a connection waits until it is up. */
    void hang() {
        responds = new CompletableFuture<>();
    }

    void up() {
        down = false;
        responds.complete(null);
    }

    @Override
    public Connection getConnection() throws SQLException {
        responds.join();
        if (down) {
            throw new SQLException("the database is down");
        }
        return inner.getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter writer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setLoginTimeout(int seconds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps nothing that it shows");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
