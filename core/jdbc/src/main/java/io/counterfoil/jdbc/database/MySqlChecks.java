package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.DatabaseChecks;
import io.counterfoil.jdbc.dialect.SqlQueries;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The settings of a MySQL or MariaDB server and of its connections. */
final class MySqlChecks implements DatabaseChecks {

    private static final String STATUS = "SHOW GLOBAL STATUS WHERE Variable_name IN"
            + " ('wsrep_ready', 'Slaves_connected', 'Rpl_semi_sync_master_status', 'Rpl_semi_sync_source_status')";

    /** Galera certifies a commit on every node before it is acknowledged. */
    @Override
    public List<String> lossOfCommits(Connection connection) throws SQLException {
        Map<String, String> status = status(connection);
        if ("ON".equals(status.get("wsrep_ready"))) {
            return List.of();
        }
        List<String> losses = new ArrayList<>();
        if (!SqlQueries.isTrue(connection, "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit = 1")) {
            losses.add(
                    "innodb_flush_log_at_trx_commit is not 1, so a crash loses the last second of commits: set it to 1");
        }
        boolean semiSynchronous = "ON".equals(status.get("rpl_semi_sync_master_status"))
                || "ON".equals(status.get("rpl_semi_sync_source_status"));
        String replicas = status.getOrDefault("slaves_connected", "0");
        if (!semiSynchronous && !replicas.equals("0")) {
            losses.add(replicas + " replicas are attached asynchronously, so a fail-over loses the last commits:"
                    + " set rpl_semi_sync_master_enabled=ON, or use Galera");
        }
        return losses;
    }

    private static Map<String, String> status(Connection connection) throws SQLException {
        Map<String, String> status = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(STATUS)) {
            while (row.next()) {
                status.put(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2));
            }
        }
        return status;
    }

    @Override
    public List<String> connectionAdvice(Connection connection) throws SQLException {
        return SocketTimeout.advice(connection, "socketTimeout=60000", "milliseconds");
    }
}
