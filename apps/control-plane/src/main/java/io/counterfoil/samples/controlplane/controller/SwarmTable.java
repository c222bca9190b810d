package io.counterfoil.samples.controlplane.controller;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.samples.controlplane.SwarmAction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What controllers do, on the connection of the command's own transaction. */
final class SwarmTable {

    private final Connection connection;

    SwarmTable(Connection connection) {
        this.connection = connection;
    }

    /**
     * Makes a swarm of this name; or of the name that was reserved for this very command. Waits for an orchestrator that has sent the
     * command and not yet committed its reservation.
     *
     * @return whether it did; if not, there is another one of this name
     */
    boolean create(String swarm, RequestId key) throws SQLException {
        return update(
                        "INSERT INTO swarm (id, state, created_under) VALUES (?, 'Ready', ?) ON CONFLICT (id) DO UPDATE"
                                + " SET state = 'Ready', changed_at = now()"
                                + " WHERE swarm.created_under = excluded.created_under AND swarm.state = 'Requested'",
                        swarm,
                        key.value())
                == 1;
    }

    /**
     * Releases the name that was reserved for a failed creation. Waits as {@link #create} does: or else it would find
     * none.
     */
    void giveUp(String swarm, RequestId key) throws SQLException {
        update(
                "INSERT INTO swarm (id, state, created_under) VALUES (?, 'Requested', ?) ON CONFLICT (id) DO NOTHING",
                swarm,
                key.value());
        update("DELETE FROM swarm WHERE id = ? AND created_under = ? AND state = 'Requested'", swarm, key.value());
    }

    /** Sets the state of a swarm that is made; returns whether there is one. */
    boolean set(String swarm, String state) throws SQLException {
        return update(
                        "UPDATE swarm SET state = ?, changed_at = now() WHERE id = ? AND state <> 'Requested'",
                        state,
                        swarm)
                == 1;
    }

    /** Ends a swarm that is made; returns whether there was one. */
    boolean remove(String swarm) throws SQLException {
        return update("DELETE FROM swarm WHERE id = ? AND state <> 'Requested'", swarm) == 1;
    }

    /** Whether the name is reserved for a swarm that is not made yet. */
    boolean isRequested(String swarm) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT FROM swarm WHERE id = ? AND state = 'Requested'")) {
            statement.setString(1, swarm);
            try (ResultSet found = statement.executeQuery()) {
                return found.next();
            }
        }
    }

    /** Notes that it was done, each time that it is. */
    void noteEffect(String swarm, SwarmAction action, RequestId key, String controller) throws SQLException {
        update(
                "INSERT INTO effect (swarm_id, type, idempotency_key, controller) VALUES (?, ?, ?, ?)",
                swarm,
                action.type(),
                key.value(),
                controller);
    }

    private int update(String sql, String... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }
}
