package io.counterfoil.benchmarks.load;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/** The processor time of a PostgreSQL on this machine: that of its processes that are connected or work in the background. */
public record ServerTime(DataSource pool) {

    public double seconds() throws SQLException {
        Duration all = Duration.ZERO;
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet process = statement.executeQuery("SELECT pid FROM pg_stat_activity")) {
            while (process.next()) {
                all = all.plus(ProcessHandle.of(process.getLong(1))
                        .flatMap(running -> running.info().totalCpuDuration())
                        .orElse(Duration.ZERO));
            }
        }
        return all.toNanos() / 1e9;
    }
}
