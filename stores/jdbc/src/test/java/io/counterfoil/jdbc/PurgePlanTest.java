package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a purge costs where there is nothing to do. */
@Timeout(240)
@Tag("RQ-17")
class PurgePlanTest {

    private static final int LIVE = 5000;

    @Test
    void purge_doesNotReadRecordsThatLive() throws SQLException {
        DataSource database = Engine.POSTGRESQL.freshDatabase();
        JdbcSchema.create(database);
        Sql.run(
                database,
                "INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, received_at, expires_at, token)"
                        + " SELECT 'id-' || i, 'client', 'operation', 'fingerprint', 1,"
                        + " (extract(epoch FROM now()) * 1000000)::bigint + 3600000000 + i, 1"
                        + " FROM generate_series(1, " + LIVE + ") AS i");
        Sql.run(database, "ANALYZE counterfoil_record");
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        JdbcRecords records = new JdbcRecords(transactions, new Database());

        long read = transactions.run(transaction -> {
            assertThat(records.purge(1000)).isZero();
            try (Statement statement = transaction.connection().createStatement();
                    ResultSet row = statement.executeQuery("SELECT seq_tup_read + idx_tup_fetch"
                            + " FROM pg_stat_xact_user_tables WHERE relname = 'counterfoil_record'")) {
                row.next();
                return row.getLong(1);
            }
        });

        assertThat(read).isLessThan(LIVE / 100);
    }
}
