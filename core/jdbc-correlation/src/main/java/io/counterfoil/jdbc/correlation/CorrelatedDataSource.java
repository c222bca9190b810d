package io.counterfoil.jdbc.correlation;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source that names the current work to the database, so that a slow statement or a held lock leads to the
 * story it belongs to. It is optional, because either way has a cost. It wraps the pool.
 *
 * <p><b>{@link #byApplicationName}</b>, PostgreSQL alone: a connection that is handed out under a current correlation ID has it as its
 * {@code application_name}: in {@code pg_stat_activity}, in the server's log by {@code %a}, in no statement's text. Closing gives the
 * name back that the connection had. It costs one round trip when the connection is handed out and another when it is closed, and
 * nothing where no work is current.
 *
 * <p><b>{@link #byComment}</b>, any database: statements begin with {@code /* corr_id='abcd.1' *}{@code /}. It costs no round trip, but
 * the reuse of prepared statements: since texts differ from work to work, caches of drivers and servers that go by the text never hit
 * (server-side prepared statements of PostgreSQL's and MariaDB's drivers, plan caches), and fill up with texts that do not come again. A
 * call by {@code prepareCall} has none, because drivers look for its braces at the beginning.
 *
 * <p>The ID is the current one of the thread at one moment: where the connection is handed out; with comments, where the statement is
 * prepared, or executed if it never was prepared. The ID's grammar has no character that could end a text or a comment.
 *
 * <p>Thread-safe where the given data source is. Connections and the statements that they make are wrapped; {@code unwrap} leads to
 * what the driver or the pool gave.
 */
public final class CorrelatedDataSource implements DataSource {

    private final DataSource target;
    private final Naming naming;

    private CorrelatedDataSource(DataSource target, Naming naming) {
        this.target = target;
        this.naming = naming;
    }

    /**
     * Names the work by {@code application_name}.
     *
     * <p>PostgreSQL keeps 63 characters of it. Of a longer ID it shows the longest ancestor that fits, or the first 63 characters of a
     * root that does not fit itself; a search for the ancestor's story finds the rest.
     *
     * <p>A connection that is closed while auto-commit is off is rolled back first, as pools do: a name that is given back within a
     * transaction would come again with its rollback. One whose name cannot be given back is broken, and is aborted, so that no later
     * work runs under this one's name.
     *
     * <p>Every connection is refused, by an IllegalStateException that names the database, where that is not PostgreSQL.
     *
     * @param target the pool, of connections to PostgreSQL; it remains the caller's to close
     * @return the data source to use in place of the pool
     */
    public static CorrelatedDataSource byApplicationName(DataSource target) {
        return new CorrelatedDataSource(target, new ApplicationNaming());
    }

    /**
     * Names the work by a comment at the beginning of each statement that begins while one is current.
     *
     * @param target the pool; it remains the caller's to close
     * @return the data source to use in place of the pool
     */
    public static CorrelatedDataSource byComment(DataSource target) {
        return new CorrelatedDataSource(target, new CommentNaming());
    }

    @Override
    public Connection getConnection() throws SQLException {
        return naming.named(target.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return naming.named(target.getConnection(user, password));
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return target.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
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
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this)
                ? type.cast(this)
                : type.isInstance(target) ? type.cast(target) : target.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || type.isInstance(target) || target.isWrapperFor(type);
    }
}
