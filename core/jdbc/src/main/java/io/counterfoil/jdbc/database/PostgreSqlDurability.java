package io.counterfoil.jdbc.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a server of PostgreSQL does with a commit that it has acknowledged. */
final class PostgreSqlDurability {

    /**
     * A subscriber of logical replication is no standby, and neither is a backup. Of other users' processes an unprivileged user sees that they
     * are there, and no more.
     */
    private static final String QUERY = """
            SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_commit'),
                   current_setting('synchronous_standby_names'), (
                     SELECT count(*) FROM pg_stat_replication standby WHERE coalesce(state, '') <> 'backup'
                        AND coalesce(application_name, '') NOT IN ('pg_basebackup', 'pg_receivewal')
                        AND NOT EXISTS (SELECT 1 FROM pg_replication_slots slot
                                         WHERE slot.active_pid = standby.pid AND slot.slot_type = 'logical'))""";

    private static final Set<String> LOCAL = Set.of("off", "local");

    private PostgreSqlDurability() {}

    static List<String> losses(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(QUERY)) {
            row.next();
            List<String> losses = new ArrayList<>();
            for (int setting = 1; setting <= 2; setting++) {
                if (row.getString(setting).equals("off")) {
                    losses.add("%s is off, so a crash of the machine loses or corrupts data: set it to on"
                            .formatted(row.getMetaData().getColumnLabel(setting)));
                }
            }
            String commit = row.getString(3);
            if (commit.equals("off")) {
                losses.add("synchronous_commit is off, so a crash loses the last commits: set it to on");
            }
            long standbys = row.getLong(5);
            if (standbys > 0 && row.getString(4).isBlank()) {
                losses.add(asynchronous(
                        standbys,
                        "synchronous_standby_names is empty",
                        "set synchronous_standby_names, for example to 'ANY 1 (*)'"));
            } else if (standbys > 0 && LOCAL.contains(commit)) {
                losses.add(asynchronous(standbys, "synchronous_commit is " + commit, "set it to on"));
            }
            return losses;
        }
    }

    private static String asynchronous(long standbys, String setting, String action) {
        return "standbys are attached (%s) and %s, so a fail-over loses the last commits: %s"
                .formatted(standbys, setting, action);
    }
}
