package io.counterfoil.jdbc.messaging;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/** A data source that loses a connection at its commit: nobody learns whether the database has carried it out. */
final class LostCommits {

    /** What the database makes of a commit whose answer is lost. */
    enum Fate {
        NOTHING_IS_KEPT,
        ALL_IS_KEPT
    }

    private enum Next {
        ANSWERED,
        NOTHING_IS_KEPT,
        ALL_IS_KEPT
    }

    private final DataSource held;
    private final AtomicReference<Next> next = new AtomicReference<>(Next.ANSWERED);

    LostCommits(DataSource database) {
        this.held = wrapped(DataSource.class, database);
    }

    DataSource dataSource() {
        return held;
    }

    /** The next commit has this fate. */
    void loseNext(Fate fate) {
        next.set(Next.valueOf(fate.name()));
    }

    /** Whether it is still to come. */
    boolean isAhead() {
        return next.get() != Next.ANSWERED;
    }

    private <T> T wrapped(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                LostCommits.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (target instanceof Connection connection
                            && method.getName().equals("commit")) {
                        commit(connection);
                        return null;
                    }
                    try {
                        Object result = method.invoke(target, alone(method, arguments));
                        return result instanceof Connection connection ? wrapped(Connection.class, connection) : result;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    /** A commit that would ride along with a statement is sent by itself, so that it can be lost. */
    private static Object[] alone(Method method, Object[] arguments) {
        return method.getName().equals("prepareStatement") && arguments[0] instanceof String sql
                ? new Object[] {sql.replaceFirst("; COMMIT$", "")}
                : arguments;
    }

    private void commit(Connection connection) throws SQLException {
        Next fate = next.getAndSet(Next.ANSWERED);
        if (fate == Next.NOTHING_IS_KEPT) {
            connection.rollback();
        } else {
            connection.commit();
        }
        if (fate != Next.ANSWERED) {
            throw new SQLException("the connection was lost at its commit", "08006");
        }
    }
}
