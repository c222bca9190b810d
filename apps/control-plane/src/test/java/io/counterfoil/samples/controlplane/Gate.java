package io.counterfoil.samples.controlplane;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Keeps a command at work: a controller that executes it has written its effect, and its transaction waits until the gate is open. The
 * database does so by a trigger, so that the controllers are the real ones. For the thread of one test.
 */
final class Gate implements AutoCloseable {

    /** The first number of the locks, so that they are no others'. */
    private static final int LOCKS = 20_260_301;

    private static final String TRIGGER = """
            CREATE OR REPLACE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              PERFORM pg_advisory_xact_lock_shared(%s, hashtext(NEW.idempotency_key));
              RETURN NULL;
            END $$;
            CREATE OR REPLACE TRIGGER gate AFTER INSERT ON effect FOR EACH ROW EXECUTE FUNCTION wait_at_gate()
            """.formatted(LOCKS);

    private final Connection connection;

    private Gate(Connection connection) {
        this.connection = connection;
    }

    /** Closes the gate for the commands under this key, of which none is at work. */
    static Gate closed(DataSource database, String key) throws SQLException {
        Connection connection = database.getConnection();
        try (Statement statement = connection.createStatement();
                PreparedStatement lock = connection.prepareStatement("SELECT pg_advisory_lock(?, hashtext(?))")) {
            statement.execute(TRIGGER);
            lock.setInt(1, LOCKS);
            lock.setString(2, key);
            lock.execute();
            return new Gate(connection);
        } catch (SQLException refused) {
            connection.close();
            throw refused;
        }
    }

    /** Returns when a command waits at the gate. */
    void awaitArrival() {
        Eventually.value("command at the gate", this::waiting, waiting -> waiting > 0);
    }

    /** Returns when another session waits for the transaction that is at the gate. */
    void awaitThatASessionWaitsForIt() {
        Eventually.value(
                "session that waits for a transaction",
                () -> count("SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"),
                waiting -> waiting > 0);
    }

    private int waiting() {
        return count(
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND classid = " + LOCKS);
    }

    private int count(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        } catch (SQLException refused) {
            throw new IllegalStateException(refused);
        }
    }

    /** Opens it, where the database still runs. A second call does nothing. */
    @Override
    public void close() throws SQLException {
        if (connection.isClosed()) {
            return;
        }
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_unlock_all()");
        }
    }
}
