package io.counterfoil.benchmarks.locality;

import io.counterfoil.benchmarks.Server;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.locality.KeyTable.Reads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;

/**
 * Looks up rows by key, one at a time: random ones among the most recent hundredth, and among all.
 *
 * <p>The tables take turns of a few rows, so that none has the memory to itself: {@code shared_buffers} contains the
 * pages that the other tables have left in it.
 */
final class LookUps {

    private static final int TURN = 50;

    private final Plan plan;
    private final List<KeyTable> tables;
    private final Random random = new Random(2);

    /** Microseconds of a look-up, and its pages that were not in {@code shared_buffers}. */
    record Findings(KeyKind kind, double median, double p99, double indexReads, double tableReads) {}

    /** The state of the look-ups in one table. */
    private static final class Course {

        private final KeyTable table;
        private final Reads before;
        private final double[] micros;
        private int done;

        Course(KeyTable table, Reads before, int lookUps) {
            this.table = table;
            this.before = before;
            this.micros = new double[lookUps];
        }

        void turn(Connection connection, IntSupplier row) throws SQLException {
            int end = Math.min(done + TURN, micros.length);
            try (PreparedStatement statement = table.lookUps(connection)) {
                while (done < end) {
                    micros[done++] = table.lookUp(statement, table.keys().at(row.getAsInt()));
                }
            }
        }

        Findings findings(Connection connection) throws SQLException {
            Reads reads = table.reads(connection).since(before);
            return new Findings(
                    table.kind(),
                    Spread.percentileOf(micros, 0.5),
                    Spread.percentileOf(micros, 0.99),
                    (double) reads.indexReads() / micros.length,
                    (double) reads.tableReads() / micros.length);
        }
    }

    LookUps(Plan plan, List<KeyTable> tables) {
        this.plan = plan;
        this.tables = List.copyOf(tables);
    }

    List<Findings> ofRecentRows(Server server) throws SQLException {
        return from(plan.rows() - plan.recent(), server);
    }

    List<Findings> ofAllRows(Server server) throws SQLException {
        return from(0, server);
    }

    private List<Findings> from(int firstRow, Server server) throws SQLException {
        try (Connection connection = server.connect()) {
            List<Course> courses = new ArrayList<>();
            for (KeyTable table : tables) {
                courses.add(new Course(table, table.reads(connection), plan.lookUps()));
            }
            for (int done = 0; done < plan.lookUps(); done += TURN) {
                Collections.shuffle(courses, random);
                for (Course course : courses) {
                    course.turn(connection, () -> firstRow + random.nextInt(plan.rows() - firstRow));
                }
            }
            KeyTable.flushStatistics(connection);
            List<Findings> findings = new ArrayList<>();
            for (Course course : courses) {
                findings.add(course.findings(connection));
            }
            return findings;
        }
    }
}
