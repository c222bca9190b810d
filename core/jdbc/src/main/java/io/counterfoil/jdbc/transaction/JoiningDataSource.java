package io.counterfoil.jdbc.transaction;

import java.io.PrintWriter;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose connections take part in the unit of work that their thread runs, in {@link DataSourceTransactions} on this data source.
 * Outside of a unit they are ordinary connections.
 *
 * <pre>{@code
 * JoiningDataSource dataSource = JoiningDataSource.of(pool);      // for the application, and its framework's transactions
 * JdbcClaimStore store = new JdbcClaimStore(new DataSourceTransactions(dataSource));
 * }</pre>
 *
 * <h2>Inside a unit of work</h2>
 *
 * The work's code is the same application as without a unit. Its transactions, whatever manages them, are scopes of the unit's: {@code
 * setAutoCommit(false)} begins one on a savepoint, {@code commit()} ends it as a commit would (deferred constraints are checked then), {@code
 * rollback()} undoes it alone. Isolation level and read-only mode are its own: where the level differs from the unit's and nothing has been executed
 * yet, the unit's transaction is begun again with it, and the claim repeated; otherwise the scope is refused (SQLState 25001). A statement in
 * auto-commit mode that fails is undone alone, on PostgreSQL with PostgreSQL's own driver. All of it commits once, with the record, when the unit
 * ends.
 *
 * <p>A transaction that begins while another one of the unit is open would commit apart from the unit: {@link ScopeListener} decides.
 *
 * <p>What this differs in: what was committed by a scope is undone when the unit rolls back; what one connection of the unit has not
 * committed another one of it sees; a snapshot (REPEATABLE READ, SERIALIZABLE), locks and {@code SET LOCAL} hold until the unit ends; on
 * PostgreSQL {@code now()} is the same in all scopes of a unit, and each statement in auto-commit mode is a subtransaction, of which more
 * than 64 that write in one transaction make it slower for others to see what is committed.
 *
 * <p>Thread-safe. Connections are for one thread at a time.
 */
public final class JoiningDataSource implements DataSource {

    private final DataSource target;

    @SuppressWarnings("ThreadLocalUsage") // One instance per data source: two data sources are two units.
    private final ThreadLocal<@Nullable OwnTransaction> current = new ThreadLocal<>();

    /** The connection that this thread has opened last, outside of a unit. */
    @SuppressWarnings("ThreadLocalUsage") // As above.
    private final ThreadLocal<@Nullable WeakReference<JoinedConnection>> opened = new ThreadLocal<>();

    private volatile ScopeListener listener = ScopeListener.REFUSING;
    private volatile @Nullable ScopeSupport support;
    private volatile int isolation = Connection.TRANSACTION_NONE;

    private JoiningDataSource(DataSource target) {
        this.target = target;
    }

    /**
     * Hands out connections of a data source, such as a pool.
     *
     * @param target the data source that connections are taken from
     * @return a new data source; where the target joins already, the target
     */
    public static JoiningDataSource of(DataSource target) {
        return target instanceof JoiningDataSource joining ? joining : new JoiningDataSource(target);
    }

    /**
     * Sets the listener that follows the application's transactions inside units. To be called before the first connection is used.
     *
     * @param listener replaces the present one; by default {@link ScopeListener#REFUSING}
     * @return this data source
     */
    public JoiningDataSource listeningWith(ScopeListener listener) {
        this.listener = listener;
        return this;
    }

    /** {@return the data source that connections are taken from} */
    public DataSource target() {
        return target;
    }

    @Nullable
    OwnTransaction current() {
        return current.get();
    }

    void enter(OwnTransaction unit) {
        current.set(unit);
    }

    void leave() {
        current.remove();
    }

    void opened(JoinedConnection connection) {
        opened.set(new WeakReference<>(connection));
    }

    /** A connection that this thread has opened, and may be idle. */
    @Nullable
    JoinedConnection opened() {
        WeakReference<JoinedConnection> last = opened.get();
        opened.remove();
        return last == null ? null : last.get();
    }

    ScopeListener listener() {
        return listener;
    }

    /** What the database can do; asked for once. */
    ScopeSupport support(Connection connection) throws SQLException {
        ScopeSupport known = support;
        if (known == null) {
            known = ScopeSupport.of(connection);
            support = known;
        }
        return known;
    }

    /** The isolation level of a connection that none was set for; asked for once. */
    int isolation(Connection connection) throws SQLException {
        int known = isolation;
        if (known == Connection.TRANSACTION_NONE) {
            known = connection.getTransactionIsolation();
            isolation = known;
        }
        return known;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return JoinedConnection.of(this, target::getConnection);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return JoinedConnection.of(this, () -> target.getConnection(username, password));
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return target.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        target.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        target.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return target.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return target.getParentLogger();
    }

    @Override
    public ConnectionBuilder createConnectionBuilder() throws SQLException {
        return target.createConnectionBuilder();
    }

    @Override
    public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
        return target.createShardingKeyBuilder();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        return type.isInstance(target) ? type.cast(target) : target.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || type.isInstance(target) || target.isWrapperFor(type);
    }
}
