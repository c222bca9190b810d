package io.counterfoil.jdbc.messaging;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.messaging.outbox.SetAsideMessage;
import io.counterfoil.messaging.outbox.StoredMessage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of refused messages, which are few, and which only the relay writes while it holds its row, or an operator for a message that no
 * relay publishes. Thread-safe.
 */
final class OutboxFailures {

    static final String TABLE = "counterfoil_outbox_failure";

    /** Whether there is any, by the primary key. */
    static final String ANY = "EXISTS (SELECT 1 FROM counterfoil_outbox_failure WHERE id > 0)";

    /** The longest reason, in characters. */
    private static final int MAX_REASON = 1_000;

    private final SqlDialect dialect;
    private final String again;
    private final String first;
    private final String setAside;
    private final String forget;
    private final String read;

    OutboxFailures(SqlDialect dialect) {
        this.dialect = dialect;
        boolean places = dialect.isDistributed();
        String one = places ? "id = ? AND place = ?" : "id = ?";
        String columns = places ? "id, place" : "id, key_hash";
        this.again = "UPDATE counterfoil_outbox_failure SET attempts = attempts + 1, reason = ? WHERE " + one;
        this.first = "INSERT INTO counterfoil_outbox_failure (" + columns + ", attempts, reason) SELECT " + columns
                + ", 1, ? FROM counterfoil_outbox WHERE " + one;
        this.setAside = "UPDATE counterfoil_outbox_failure SET set_aside_at = " + dialect.now() + " WHERE " + one
                + " AND set_aside_at IS NULL AND attempts >= ?";
        this.forget = "DELETE FROM counterfoil_outbox_failure WHERE " + one;
        this.read = "SELECT o.id, o.message, f.attempts, f.reason" + (places ? ", o.place" : "")
                + " FROM counterfoil_outbox_failure f JOIN counterfoil_outbox o ON o.id = f.id"
                + (places ? " AND o.place = f.place" : "") + " WHERE f.set_aside_at IS NOT NULL AND f.id ";
    }

    /**
     * A message that is set aside.
     *
     * @param row its row in the outbox
     */
    record SetAsideRow(OutboxRow row, int attempts, String reason) {

        SetAsideMessage message() {
            return new SetAsideMessage(row.message().id(), row.message().message(), attempts, reason);
        }
    }

    /** Counts a refusal. @return the message, when it is set aside by that */
    Optional<SetAsideMessage> refused(Connection connection, OutboxRow row, String why, int maxAttempts)
            throws SQLException {
        String text = why.replaceAll("[\\p{Cntrl}\\s]+", " ");
        String reason = text.substring(0, Math.min(text.length(), MAX_REASON));
        if (count(connection, again, row, reason) == 0) {
            count(connection, first, row, reason);
        }
        try (PreparedStatement update = connection.prepareStatement(setAside)) {
            update.setInt(bind(update, 1, row), maxAttempts);
            if (update.executeUpdate() == 0) {
                return Optional.empty();
            }
        }
        return find(connection, row.message().id()).stream()
                .map(SetAsideRow::message)
                .findFirst();
    }

    private int count(Connection connection, String sql, OutboxRow row, String reason) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, dialect.toJdbc(reason));
            bind(statement, 2, row);
            return statement.executeUpdate();
        }
    }

    /** Binds what identifies a row; returns the next parameter's number. */
    private int bind(PreparedStatement statement, int from, OutboxRow row) throws SQLException {
        int parameter = from;
        statement.setLong(parameter++, row.message().id());
        if (dialect.isDistributed()) {
            statement.setString(parameter++, row.place());
        }
        return parameter;
    }

    void forget(Connection connection, List<OutboxRow> rows) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(forget)) {
            for (OutboxRow row : rows) {
                bind(delete, 1, row);
                delete.addBatch();
            }
            delete.executeBatch();
        }
    }

    /**
     * Ends that the messages of an id are set aside. Of two operators that decide at once, one waits for the other's row and gets nothing.
     *
     * @return those for which this transaction ended it
     */
    List<OutboxRow> take(Connection connection, long id) throws SQLException {
        List<OutboxRow> taken = new ArrayList<>();
        try (PreparedStatement delete = connection.prepareStatement(forget)) {
            for (SetAsideRow found : find(connection, id)) {
                bind(delete, 1, found.row());
                if (delete.executeUpdate() > 0) {
                    taken.add(found.row());
                }
            }
        }
        return taken;
    }

    /** The oldest that are set aside. */
    List<SetAsideRow> oldest(Connection connection, int limit) throws SQLException {
        return read(connection, read + "> 0 ORDER BY f.id" + dialect.limit(), limit);
    }

    /** Those of an id: one, or where ids belong to places, seldom more. */
    List<SetAsideRow> find(Connection connection, long id) throws SQLException {
        return read(connection, read + "= ?", id);
    }

    private List<SetAsideRow> read(Connection connection, String sql, long argument) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setLong(1, argument);
            List<SetAsideRow> rows = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    StoredMessage message = OutboxTable.message(row);
                    OutboxRow place = new OutboxRow(message, dialect.isDistributed() ? row.getString(5) : "");
                    rows.add(new SetAsideRow(
                            place,
                            row.getInt(3),
                            dialect.findText(row, "reason").orElse("")));
                }
            }
            return rows;
        }
    }
}
