package io.counterfoil.jdbc.transaction;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * A connection that leads to the unit of work of its thread while there is one, and to a connection of its own otherwise, which is taken when it is
 * first needed. A dynamic proxy, because JDBC's interface grows with each version. For one thread at a time.
 */
final class JoinedConnection implements InvocationHandler {

    private final JoiningDataSource source;
    private final Opening opening;

    private @Nullable Connection own;
    private boolean ownTransaction;
    private boolean closed;

    /** Whether its transaction commits apart from the unit. */
    private boolean separate;

    private @Nullable OwnTransaction unit;
    private boolean autoCommit = true;
    private int isolation = Connection.TRANSACTION_NONE;
    private boolean readOnly;

    /** Whether its transaction has just begun, so that it can begin otherwise. */
    private boolean unused;

    private JoinedConnection(JoiningDataSource source, Opening opening) {
        this.source = source;
        this.opening = opening;
    }

    /** Takes a connection. */
    @FunctionalInterface
    interface Opening {
        Connection open() throws SQLException;
    }

    static Connection of(JoiningDataSource source, Opening opening) throws SQLException {
        JoinedConnection joined = new JoinedConnection(source, opening);
        if (joined.joined() == null) {
            // An exhausted pool fails here, as it does without this.
            joined.own();
        }
        return (Connection) Proxy.newProxyInstance(
                JoinedConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, joined);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object argument = arguments == null || arguments.length == 0 ? null : arguments[0];
        return switch (method.getName()) {
            case "equals" -> proxy == argument;
            case "hashCode" -> System.identityHashCode(proxy);
            case "isClosed" -> closed || (own != null && joined() == null && own.isClosed());
            case "close" -> {
                close();
                yield null;
            }
            default -> call(method, argument, arguments);
        };
    }

    private @Nullable Object call(Method method, @Nullable Object argument, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (closed) {
            if (method.getName().equals("toString")) {
                return "a closed connection";
            }
            throw new SQLException("the connection is closed", "08003");
        }
        OwnTransaction joined = joined();
        if (joined != null) {
            return call(joined, method, argument, arguments);
        }
        if (method.getName().equals("setAutoCommit")) {
            ownTransaction = Boolean.FALSE.equals(argument);
            separate &= ownTransaction;
        }
        return forward(own(), method, arguments);
    }

    /** The unit of this thread, unless this connection has a transaction of its own; entering and leaving one forgets what was set for the other. */
    private @Nullable OwnTransaction joined() {
        OwnTransaction current = ownTransaction || separate ? null : source.current();
        if (current != unit) {
            unit = current;
            autoCommit = current == null || current.commitsByDefault();
            isolation = Connection.TRANSACTION_NONE;
            readOnly = false;
        }
        return current;
    }

    private Connection own() throws SQLException {
        Connection connection = own;
        if (connection == null) {
            connection = opening.open();
            own = connection;
            if (source.current() == null) {
                source.opened(this);
            }
        }
        return connection;
    }

    /**
     * Lends the connection of its own to a unit that begins on this thread, which would otherwise take a second one from the pool while this one is
     * idle: as many requests as the pool has connections could then wait for each other.
     *
     * @return null where it has none, or a transaction may be open on it
     */
    @Nullable
    Connection lend() throws SQLException {
        Connection idle = own;
        if (closed || idle == null || ownTransaction || separate || !idle.getAutoCommit()) {
            return null;
        }
        own = null;
        return idle;
    }

    /** Takes back what it has lent. */
    void takeBack(Connection idle) throws SQLException {
        if (closed || own != null) {
            idle.close();
        } else {
            own = idle;
        }
    }

    private void close() throws SQLException {
        if (closed) {
            return;
        }
        try {
            OwnTransaction joined = joined();
            if (joined != null && joined.scopes().isOwner(this)) {
                joined.scopes().rollback();
            }
        } finally {
            closed = true;
            if (own != null) {
                own.close();
            }
        }
    }

    private @Nullable Object call(
            OwnTransaction joined, Method method, @Nullable Object argument, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Scopes scopes = joined.scopes();
        return switch (method.getName()) {
            case "getAutoCommit" -> autoCommit;
            case "isReadOnly" -> readOnly;
            case "getTransactionIsolation" ->
                isolation == Connection.TRANSACTION_NONE ? scopes.isolation(this) : isolation;
            case "setAutoCommit" -> {
                setAutoCommit(joined, Boolean.TRUE.equals(argument));
                yield null;
            }
            case "setTransactionIsolation" -> {
                // A manager sets the usual level back when its transaction has ended.
                int level = argument instanceof Integer wanted ? wanted : Connection.TRANSACTION_NONE;
                isolation = scopes.isUsual(level) ? Connection.TRANSACTION_NONE : level;
                beginAnew(joined);
                yield null;
            }
            case "setReadOnly" -> {
                readOnly = Boolean.TRUE.equals(argument);
                beginAnew(joined);
                yield null;
            }
            case "commit" -> {
                commit(joined);
                yield null;
            }
            case "rollback" -> {
                if (argument instanceof Savepoint) {
                    yield forward(connection(joined), method, arguments);
                }
                rollback(joined);
                yield null;
            }
            case "setSavepoint" -> {
                refuseInAutoCommit("setSavepoint()");
                before(joined);
                sendClaim(joined);
                yield forward(connection(joined), method, arguments);
            }
            case "createStatement", "prepareStatement", "prepareCall" -> {
                before(joined);
                if (joined.deferral().isDeferred()
                        && !separate
                        && method.getName().equals("prepareStatement")
                        && arguments != null
                        && arguments.length == 1
                        && argument instanceof String sql
                        && FirstStatement.isPossible(sql)) {
                    yield FirstStatement.of(joined, connection(joined), sql);
                }
                sendClaim(joined);
                yield forward(connection(joined), method, arguments);
            }
            case "unwrap" -> {
                sendClaim(joined);
                yield forward(connection(joined), method, arguments);
            }
            default -> forward(connection(joined), method, arguments);
        };
    }

    private Connection connection(OwnTransaction joined) throws SQLException {
        return separate ? own() : joined.connectionOfClaims();
    }

    /** Before a statement that is not sent with it. */
    private void sendClaim(OwnTransaction joined) throws SQLException {
        if (!separate) {
            joined.sendClaim();
        }
    }

    private void rollback(OwnTransaction joined) throws SQLException {
        refuseInAutoCommit("rollback()");
        if (joined.scopes().isOwner(this)) {
            joined.scopes().rollback();
        }
        beginNext(joined);
    }

    private void refuseInAutoCommit(String what) throws SQLException {
        if (autoCommit) {
            throw new SQLException(what + " needs a transaction, but the connection is in auto-commit mode", "25P01");
        }
    }

    private void setAutoCommit(OwnTransaction joined, boolean on) throws SQLException {
        if (on && !autoCommit && joined.scopes().isOwner(this)) {
            joined.scopes().commit();
            source.listener().ended(joined);
        }
        if (!on && autoCommit && source.listener().isSeparate(joined.scopes().isOpen())) {
            beginSeparate();
            return;
        }
        autoCommit = on;
        if (!on) {
            begin(joined);
        }
    }

    /** At once: a statement that was made before may be the next to run. */
    private void begin(OwnTransaction joined) throws SQLException {
        if (!joined.scopes().isOpen()) {
            joined.scopes().begin(this, isolation, readOnly);
            unused = true;
        }
    }

    /** The transaction that has just begun takes another setting. */
    private void beginAnew(OwnTransaction joined) throws SQLException {
        if (unused && joined.scopes().isOwner(this)) {
            joined.scopes().rollback();
            begin(joined);
        }
    }

    /** The next transaction begins where the last one ended, unless its manager says that it begins. */
    private void beginNext(OwnTransaction joined) throws SQLException {
        if (!source.listener().isManaged()) {
            begin(joined);
        }
    }

    private void commit(OwnTransaction joined) throws SQLException {
        refuseInAutoCommit("commit()");
        if (joined.scopes().isOwner(this)) {
            joined.scopes().commit();
        }
        source.listener().ended(joined);
        beginNext(joined);
    }

    /** Before a statement: it belongs to a transaction, or commits by itself. */
    private void before(OwnTransaction joined) throws SQLException {
        Scopes scopes = joined.scopes();
        unused = false;
        if (autoCommit) {
            scopes.statementOutside();
        } else if (!scopes.isOwner(this)) {
            if (source.listener().isSeparate(scopes.isOpen())) {
                beginSeparate();
            } else {
                scopes.begin(this, isolation, readOnly);
            }
        }
    }

    /** From now on until its transaction ends this is a connection of its own. */
    private void beginSeparate() throws SQLException {
        Connection connection = own();
        if (isolation != Connection.TRANSACTION_NONE) {
            connection.setTransactionIsolation(isolation);
        }
        if (readOnly) {
            connection.setReadOnly(true);
        }
        connection.setAutoCommit(false);
        ownTransaction = true;
        separate = true;
    }

    private static @Nullable Object forward(Connection callee, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(callee, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
