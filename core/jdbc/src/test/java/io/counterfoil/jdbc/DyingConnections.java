package io.counterfoil.jdbc;

import io.counterfoil.testkit.proxy.Intercepted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A PostgreSQL whose server ends the session just before one of the statements that are sent to it. */
final class DyingConnections {

    private final DataSource database;
    private final AtomicInteger left = new AtomicInteger();
    private final DataSource dying;

    DyingConnections(DataSource database) {
        this.database = database;
        this.dying = Intercepted.of(DataSource.class, database, call -> {
            Object result = call.proceed();
            return result instanceof Connection connection ? dying(connection) : result;
        });
    }

    DataSource dataSource() {
        return dying;
    }

    /** Dies before this many statements and commits more, the next one being 1. */
    void dieBefore(int statement) {
        left.set(statement);
    }

    /** Whether it did. */
    boolean died() {
        return left.get() <= 0;
    }

    private Connection dying(Connection connection) throws SQLException {
        long session = session(connection);
        return Intercepted.of(Connection.class, connection, call -> {
            if (call.name().equals("commit")) {
                sending(session);
            }
            Object result = call.proceed();
            return result instanceof PreparedStatement statement ? dying(session, statement) : result;
        });
    }

    private PreparedStatement dying(long session, PreparedStatement statement) {
        return Intercepted.of(PreparedStatement.class, statement, call -> {
            if (call.name().startsWith("execute")) {
                sending(session);
            }
            return call.proceed();
        });
    }

    private void sending(long session) {
        if (left.decrementAndGet() == 0) {
            // Waits until it is gone.
            Sql.number(database, "SELECT pg_terminate_backend(" + session + ", 60000)::int");
        }
    }

    private static long session(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getLong(1);
        }
    }
}
