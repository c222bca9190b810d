package io.counterfoil.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * How a database locks the rows that a query finds by their keys, and no other rows and no gaps between them.
 *
 * @param begin the statement before the transaction that makes it lock no gaps; empty where none does
 * @param keyHint what follows the name of the table so that rows are found by the primary key; with a space at its end, or empty
 */
public record RowLocking(Optional<String> begin, String keyHint) {

    /** Where a query locks only what it finds. */
    public static final RowLocking PLAIN = new RowLocking(Optional.empty(), "");

    /**
     * Executes the statement that precedes the transaction, before the first one of the transaction. Without such a statement it does
     * nothing.
     *
     * @param connection has no transaction open
     * @throws SQLException when the database refuses the statement
     */
    public void begin(Connection connection) throws SQLException {
        if (begin.isPresent()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(begin.get());
            }
        }
    }
}
