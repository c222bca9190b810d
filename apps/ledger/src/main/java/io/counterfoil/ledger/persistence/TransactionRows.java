package io.counterfoil.ledger.persistence;

import io.counterfoil.jdbc.entity.CommandIdsColumn;
import io.counterfoil.jdbc.entity.EntityCommands;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** A transaction as its commands change it: its state, under its version. */
class TransactionRows implements EntityCommands.Rows<TransactionId, Transaction> {

    @Override
    public Optional<Transaction> load(Connection connection, TransactionId id) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(Rows.TRANSACTIONS + "WHERE t.id = ?")) {
            query.setObject(1, id.value());
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(Rows.transaction(row, row.getRow())) : Optional.empty();
            }
        }
    }

    @Override
    public Optional<Transaction> save(Connection connection, Transaction changed) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE ledger_transaction SET state = ?, commands = ?, version = version + 1 WHERE " + condition()
                        + " AND version = ?")) {
            update.setString(1, changed.state().name());
            CommandIdsColumn.TEXT.set(update, 2, changed.commands());
            update.setLong(setId(update, 3, changed), changed.version());
            return update.executeUpdate() == 1 ? load(connection, changed.id()) : Optional.empty();
        }
    }

    /** What finds the row of a transaction. */
    String condition() {
        return "id = ?";
    }

    /** Sets the parameters of the condition, and returns the place after them. */
    int setId(PreparedStatement statement, int first, Transaction transaction) throws SQLException {
        statement.setObject(first, transaction.id().value());
        return first + 1;
    }
}
