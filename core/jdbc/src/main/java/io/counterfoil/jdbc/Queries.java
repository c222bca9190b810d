package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.IdempotencyKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Queries that are the same on every database. */
final class Queries {

    /** The row of a key; the parameters are those of {@link ClaimStatements#setKey}. */
    static final String OF_KEY = " WHERE request_id = ? AND client = ? AND operation = ?";

    private Queries() {}

    static long number(Connection connection, String query) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    static <T> Optional<T> row(
            Connection connection, String query, ClaimStatements statements, IdempotencyKey key, Reader<T> reader)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statements.setKey(statement, 1, key);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(reader.read(row)) : Optional.empty();
            }
        }
    }

    /** Reads the row that a result set is on. */
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }
}
