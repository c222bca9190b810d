package io.counterfoil.jdbc.machine;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;

/** The rows of the machine ids, and the few things that can be done to them, each in one statement. Thread-safe. */
final class MachineTable {

    private final DataSource dataSource;
    private final Duration lease;
    private final int timeoutSeconds;

    MachineTable(DataSource dataSource, Duration lease, Duration timeout) {
        this.dataSource = dataSource;
        this.lease = lease;
        this.timeoutSeconds = (int) Math.max(1, timeout.toSeconds());
    }

    /** A row that was taken: what is leased, after whom, until when, and when that was in the database's time. */
    record Taken(int machineId, long token, long usedUntil, long reservedUntil, long storeMillis) {}

    Optional<Taken> take(int first, int last, String holder, long wallMillis) {
        return run("leasing a machine id", PostgreSqlMachines.TAKE, take -> {
            take.setInt(1, first);
            take.setInt(2, last);
            take.setString(3, holder);
            setReservation(take, 4, wallMillis);
            try (ResultSet row = take.executeQuery()) {
                return row.next()
                        ? Optional.of(new Taken(
                                row.getInt(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5)))
                        : Optional.empty();
            }
        });
    }

    /** Makes the rows that are missing. */
    void seed(int first, int last) {
        run("adding machine ids", PostgreSqlMachines.SEED, seed -> {
            seed.setInt(1, first);
            seed.setInt(2, last);
            return seed.executeUpdate();
        });
    }

    /** The new end of the reservation; empty, and nothing changed, when the token is not the row's. */
    OptionalLong renew(int machineId, long token, long wallMillis) {
        return run("renewing the lease of machine id " + machineId, PostgreSqlMachines.RENEW, renew -> {
            int next = setReservation(renew, 1, wallMillis);
            renew.setInt(next, machineId);
            renew.setLong(next + 1, token);
            try (ResultSet row = renew.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        });
    }

    /** False, and nothing changed, when the token is not the row's. */
    boolean giveBack(int machineId, long token, long usedUntil) {
        return run("returning machine id " + machineId, PostgreSqlMachines.GIVE_BACK, giveBack -> {
            giveBack.setLong(1, usedUntil);
            giveBack.setInt(2, machineId);
            giveBack.setLong(3, token);
            return giveBack.executeUpdate() == 1;
        });
    }

    private int setReservation(PreparedStatement statement, int index, long wallMillis) throws SQLException {
        statement.setDouble(index, lease.toMillis() / 1000.0);
        statement.setLong(index + 1, lease.toMillis());
        statement.setLong(index + 2, wallMillis);
        statement.setLong(index + 3, MachineIdLeases.MAX_CLOCK_LEAD.toMillis());
        return index + 4;
    }

    private <T> T run(String doing, String sql, Step<T> step) {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                return readCommitted(connection, sql, step);
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException failure) {
            throw new StoreException(doing, failure);
        }
    }

    private <T> T readCommitted(Connection connection, String sql, Step<T> step) throws SQLException {
        int isolation = connection.getTransactionIsolation();
        if (isolation == Connection.TRANSACTION_READ_COMMITTED) {
            return timed(connection, sql, step);
        }
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        try {
            return timed(connection, sql, step);
        } finally {
            connection.setTransactionIsolation(isolation);
        }
    }

    private <T> T timed(Connection connection, String sql, Step<T> step) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(timeoutSeconds);
            return step.run(statement);
        }
    }

    @FunctionalInterface
    private interface Step<T> {
        T run(PreparedStatement statement) throws SQLException;
    }
}
