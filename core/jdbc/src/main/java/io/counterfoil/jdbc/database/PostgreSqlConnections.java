package io.counterfoil.jdbc.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** How connections to PostgreSQL are made, as far as the driver and the server tell. */
final class PostgreSqlConnections {

    private static final Pattern SEVERAL_HOSTS = Pattern.compile("jdbc:postgresql://[^/?]*,.*");
    private static final Pattern PRIMARY = Pattern.compile(".*[?&]targetServerType=(primary|master)(&.*)?");

    private static final String SESSION = "SELECT pg_backend_pid(), pg_is_in_recovery()";

    private static final String NAMED_STATEMENTS =
            "the connections go through a pooler, and the driver names its statements (prepareThreshold is %s), which fails in"
                    + " PgBouncer's transaction mode, unless its max_prepared_statements is set (version 1.21 and later):"
                    + " add prepareThreshold=0 to the JDBC URL, or use its session mode";

    private PostgreSqlConnections() {}

    static List<String> timeouts(Connection connection) throws SQLException {
        return SocketTimeout.advice(connection, "socketTimeout=60", "seconds");
    }

    static List<String> advice(Connection connection) throws SQLException {
        List<String> advice = new ArrayList<>(timeouts(connection));
        String url = Optional.ofNullable(connection.getMetaData().getURL()).orElse("");
        if (SEVERAL_HOSTS.matcher(url).matches() && !PRIMARY.matcher(url).matches()) {
            advice.add("the JDBC URL has several hosts and no targetServerType, so a connection can lead to a standby:"
                    + " add targetServerType=primary to it");
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SESSION)) {
            row.next();
            if (row.getBoolean(2)) {
                advice.add(
                        "the connection leads to a standby, which is read-only: add targetServerType=primary to a JDBC"
                                + " URL with all hosts");
            }
            OptionalInt threshold = ofDriver(connection, "getPrepareThreshold");
            OptionalInt process = ofDriver(connection, "getBackendPID");
            // A pooler answers for the server when a connection is opened, and makes the number of its process up.
            if (threshold.orElse(0) != 0 && process.isPresent() && process.getAsInt() != row.getInt(1)) {
                advice.add(NAMED_STATEMENTS.formatted(threshold.getAsInt()));
            }
        }
        return advice;
    }

    /** What PostgreSQL's own driver says; empty with another one. */
    private static OptionalInt ofDriver(Connection connection, String getter) {
        try {
            Class<?> type = Class.forName("org.postgresql.PGConnection");
            return OptionalInt.of((Integer) type.getMethod(getter).invoke(connection.unwrap(type)));
        } catch (ReflectiveOperationException | SQLException otherDriver) {
            return OptionalInt.empty();
        }
    }
}
