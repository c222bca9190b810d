package io.counterfoil.jdbc.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.BatchId;
import io.counterfoil.testkit.tables.TestedDatabase;
import io.counterfoil.testkit.tables.Wiretap;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgreSqlBatchesTest extends BatchesContract {

    private static final int MANY = 20_000;

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.postgreSql();
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }

    @Test
    void tenThousandMembers_areThreeStatements() throws SQLException {
        Batch batch = open(ANN, ID).batch();
        List<String> statements = new ArrayList<>();

        inTransaction(connection -> batches.add(Wiretap.on(connection, statements::add), batch, mixed(0, 10_000)));

        assertThat(statements).hasSize(3);
    }

    /** Whatever the planner knows: before the first statistics as well as after. */
    @Test
    void partOfMany_andTheFewRefused_areFoundWithoutReadingTheRest() throws SQLException {
        Batch batch = open(ANN, ID).batch();
        run("INSERT INTO counterfoil_batch_member (batch_pk, position, status, entity_id, problem)"
                + " SELECT pk, i, CASE WHEN i % 5000 = 0 THEN 2 ELSE 0 END,"
                + " CASE WHEN i % 5000 = 0 THEN NULL ELSE gen_random_uuid() END,"
                + " CASE WHEN i % 5000 = 0 THEN 'no' END"
                + " FROM counterfoil_batch, generate_series(1, " + MANY + ") AS i");

        for (boolean analyzed : List.of(false, true)) {
            if (analyzed) {
                run("ANALYZE counterfoil_batch_member");
            }
            assertThat(read(connection -> assertThat(batches.members(connection, batch, 15_000, 10))
                            .hasSize(10)))
                    .isLessThan(MANY / 100);
            assertThat(read(connection -> assertThat(batches.members(connection, batch, MemberStatus.REFUSED, 0, 10))
                            .extracting(BatchMember::position)
                            .containsExactly(5_000L, 10_000L, 15_000L, 20_000L)))
                    .isLessThan(MANY / 100);
        }
    }

    @Test
    void partOfManyBatches_isFoundWithoutReadingTheRest() throws SQLException {
        run("INSERT INTO counterfoil_batch (namespace, batch_id, kind, opened_at)"
                + " SELECT 'client:' || i % 2, 'batch ' || i, 'books', i FROM generate_series(1, " + MANY + ") AS i");
        run("INSERT INTO counterfoil_batch (namespace, batch_id, kind, opened_at)"
                + " SELECT 'client:ann', 'batch ' || i, 'books', i FROM generate_series(1, " + MANY + ") AS i");
        run("ANALYZE counterfoil_batch");

        assertThat(read(connection -> assertThat(
                                batches.list(connection, ANN, Optional.of(new BatchId("batch 10000")), 10))
                        .hasSize(10)
                        .first()
                        .returns(new BatchId("batch 9999"), Batch::id)))
                .isLessThan(MANY / 100);
        assertThat(read(connection -> assertThat(batches.list(connection, ANN, Optional.empty(), 10))
                        .hasSize(10)))
                .isLessThan(MANY / 100);
    }

    /** How many rows the database reads for it. */
    private long read(Work<?> work) throws SQLException {
        return inTransaction(connection -> {
            long before = read(connection);
            work.with(connection);
            return read(connection) - before;
        });
    }

    private static long read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))"
                        + " FROM pg_stat_xact_user_tables WHERE relname LIKE 'counterfoil_batch%'")) {
            row.next();
            return row.getLong(1);
        }
    }
}
