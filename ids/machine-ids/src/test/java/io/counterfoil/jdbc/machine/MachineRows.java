package io.counterfoil.jdbc.machine;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Looks at the table, and lets leases expire: their time is the database's, so they are made older instead. */
final class MachineRows {

    private MachineRows() {}

    static void expireAll(DataSource dataSource) {
        execute(
                dataSource,
                "UPDATE counterfoil_machine SET leased_until = '2000-01-01 00:00:00Z' WHERE leased_until > '-infinity'");
    }

    /** Every column of a row but the lease. */
    static String row(DataSource dataSource, int machineId) {
        return query(
                        dataSource,
                        "SELECT token || ' ' || coalesce(holder, '') || ' ' || reserved_until FROM counterfoil_machine"
                                + " WHERE machine_id = " + machineId)
                .get(0);
    }

    static boolean isLeased(DataSource dataSource, int machineId) {
        return query(
                        dataSource,
                        "SELECT leased_until > clock_timestamp() FROM counterfoil_machine WHERE machine_id = "
                                + machineId)
                .get(0)
                .equals("t");
    }

    static void execute(DataSource dataSource, String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The first column of each row. */
    static List<String> query(DataSource dataSource, String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
