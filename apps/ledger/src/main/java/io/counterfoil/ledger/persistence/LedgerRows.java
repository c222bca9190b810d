package io.counterfoil.ledger.persistence;

import io.counterfoil.jdbc.entity.CommandIdsColumn;
import io.counterfoil.jdbc.entity.EntityCommands;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Metadata;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/** A ledger as its commands change it: its metadata, under its version. */
final class LedgerRows implements EntityCommands.Rows<LedgerId, Ledger> {

    @Override
    public Optional<Ledger> load(Connection connection, LedgerId id) throws SQLException {
        return LedgerTable.LEDGERS.find(connection, id);
    }

    @Override
    public Optional<Ledger> save(Connection connection, Ledger changed) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE ledger SET metadata = ?, commands = ?, version = version + 1 WHERE id = ? AND version = ?")) {
            update.setString(1, changed.metadata().map(Metadata::json).orElse(null));
            CommandIdsColumn.TEXT.set(update, 2, changed.commands());
            update.setObject(3, changed.id().value());
            update.setLong(4, changed.version());
            return update.executeUpdate() == 1 ? load(connection, changed.id()) : Optional.empty();
        }
    }
}
