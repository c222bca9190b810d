package io.counterfoil.jdbc.locks;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Has PostgreSQL end the transaction that a statement is part of, by its own settings, until that transaction is over. A shorter limit of the
 * session's applies.
 */
public final class PostgreSqlLimit {

    /** The first version that can limit a transaction as a whole. */
    private static final int WHOLE_TRANSACTION = 17;

    private PostgreSqlLimit() {}

    /**
     * {@return an expression that begins the limit when it is evaluated, and is true}
     *
     * @param connection a connection to the server, whose version decides which settings there are
     * @param limit how long the transaction may last, at least one millisecond
     * @throws SQLException when the driver cannot tell the version
     */
    public static String of(Connection connection, Duration limit) throws SQLException {
        long millis = limit.toMillis();
        return connection.getMetaData().getDatabaseMajorVersion() >= WHOLE_TRANSACTION
                ? transaction(millis)
                : set("idle_in_transaction_session_timeout", millis) + " AND " + set("statement_timeout", millis);
    }

    /** Switched off first: a timer that runs already is not changed by another length. */
    private static String transaction(long millis) {
        return "CASE WHEN %1$s THEN true WHEN set_config('transaction_timeout', '0', true) IS NULL THEN NULL ELSE %2$s END"
                .formatted(isShorter("transaction_timeout", millis), set("transaction_timeout", millis));
    }

    private static String set(String name, long millis) {
        return "set_config('%1$s', CASE WHEN %2$s THEN current_setting('%1$s') ELSE '%3$s' END, true) IS NOT NULL"
                .formatted(name, isShorter(name, millis), millis);
    }

    /** The setting's text is an interval, and zero for none. */
    private static String isShorter(String name, long millis) {
        return "current_setting('%s')::interval BETWEEN '1 us' AND '%s ms'".formatted(name, millis);
    }
}
