package io.counterfoil.jdbc.database;

import java.sql.SQLException;
import java.util.Objects;

/** What PostgreSQL and the databases with its protocol have in common: the expression of the time, and the SQLStates. */
final class PostgreSqlText {

    static final String NOW = "(date_part('epoch', statement_timestamp()) * 1000000)::bigint";

    private PostgreSqlText() {}

    static boolean isUniqueViolation(SQLException failure) {
        return state(failure).equals("23505");
    }

    static boolean isLockNotAvailable(SQLException failure) {
        return state(failure).equals("55P03");
    }

    /** Or a deadlock. */
    static boolean isSerializationFailure(SQLException failure) {
        String state = state(failure);
        return state.equals("40001") || state.equals("40P01");
    }

    /** The standard's five characters; empty where the driver knows none. */
    static String state(SQLException failure) {
        return Objects.requireNonNullElse(failure.getSQLState(), "");
    }
}
