package io.counterfoil.jdbc.messaging;

import io.counterfoil.testkit.proxy.Intercepted;
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
        return Intercepted.of(type, target, call -> {
            if (target instanceof Connection connection && call.name().equals("commit")) {
                commit(connection);
                return null;
            }
            if (call.name().equals("prepareStatement") && call.arguments() == 1) {
                // A commit that would ride along with a statement is sent by itself, so that it can be lost.
                return call.proceedWith(call.argument(0, String.class).replaceFirst("; COMMIT$", ""));
            }
            Object result = call.proceed();
            boolean opened = call.name().equals("getConnection");
            return opened && result instanceof Connection connection ? wrapped(Connection.class, connection) : result;
        });
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
