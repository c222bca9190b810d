package io.counterfoil.benchmarks.locality;

import io.counterfoil.benchmarks.Server;
import io.counterfoil.benchmarks.locality.KeyTable.IndexState;
import io.counterfoil.benchmarks.locality.KeyTable.Reads;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Fills the tables chunk by chunk: one chunk for each table, in a different order each round. Slowdowns of the machine
 * affect all tables.
 *
 * <p>Several connections fill one table at a time, so that all writes and reads of the server belong to that table. A
 * chunk ends with a checkpoint, which is included in its time and writes the pages that the chunk has changed. There
 * are no other checkpoints, so that every table has the same number of rows between two of them, and a page is logged
 * as a full image at most once per chunk.
 */
final class Load {

    private final Server server;
    private final Plan plan;
    private final List<KeyTable> tables = new ArrayList<>();

    private record Wal(long records, long images, long ofIndex) {}

    Load(Server server, Plan plan) {
        this.server = server;
        this.plan = plan;
        for (KeyKind kind : KeyKind.values()) {
            tables.add(new KeyTable(kind, plan.rows(), plan.span()));
        }
    }

    List<KeyTable> tables() {
        return tables;
    }

    /** Fills the tables. */
    List<Sample> run(Consumer<Sample> progress) throws SQLException, InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(plan.connections());
        List<Connection> workers = new ArrayList<>();
        try (Connection control = server.connect()) {
            for (int i = 0; i < plan.connections(); i++) {
                workers.add(server.connect());
            }
            prepare(control);
            List<Sample> samples = new ArrayList<>();
            List<KeyTable> order = new ArrayList<>(tables);
            Random random = new Random(1);
            for (int round = 1; round <= plan.rounds(); round++) {
                Collections.shuffle(order, random);
                for (KeyTable table : order) {
                    Sample sample = chunk(table, round, control, workers, pool);
                    progress.accept(sample);
                    samples.add(sample);
                }
            }
            return samples;
        } finally {
            pool.shutdownNow();
            for (Connection worker : workers) {
                worker.close();
            }
        }
    }

    private void prepare(Connection control) throws SQLException {
        run(control, "CREATE EXTENSION pgstattuple");
        run(control, "CREATE EXTENSION pg_walinspect");
        for (KeyTable table : tables) {
            table.create(control);
        }
        run(control, "CHECKPOINT");
    }

    private Sample chunk(KeyTable table, int round, Connection control, List<Connection> workers, ExecutorService pool)
            throws SQLException, InterruptedException, ExecutionException {
        Reads before = table.reads(control);
        String from = position(control);
        int upTo = plan.rowsAfter(round);
        int chunk = upTo - table.keys().made();

        long begin = System.nanoTime();
        List<Future<?>> running = new ArrayList<>();
        for (Connection worker : workers) {
            running.add(pool.submit(() -> {
                table.insert(worker, plan.batch(), upTo);
                return null;
            }));
        }
        for (Future<?> one : running) {
            one.get();
        }
        long inserted = System.nanoTime() - begin;

        // Before the checkpoint, which removes the WAL that is read here.
        Wal wal = written(control, from, position(control));
        begin = System.nanoTime();
        run(control, "CHECKPOINT");
        long checkpoint = System.nanoTime() - begin;

        Reads reads = table.reads(control).since(before);
        IndexState index = table.indexState(control);
        return new Sample(
                table.kind(),
                round,
                upTo,
                chunk,
                (inserted + checkpoint) / 1e9,
                wal.records(),
                wal.images(),
                wal.ofIndex(),
                reads.indexReads(),
                reads.indexHits(),
                index.bytes(),
                index.leafDensity());
    }

    private static String position(Connection control) throws SQLException {
        return KeyTable.ask(control, "SELECT pg_current_wal_flush_lsn()", answer -> answer.getString(1));
    }

    private static Wal written(Connection control, String from, String to) throws SQLException {
        String sql = """
                SELECT sum(record_size), sum(fpi_size),
                    sum(combined_size) FILTER (WHERE "resource_manager/record_type" = 'Btree')
                FROM pg_get_wal_stats('%s', '%s')""".formatted(from, to);
        return KeyTable.ask(
                control, sql, (ResultSet answer) -> new Wal(answer.getLong(1), answer.getLong(2), answer.getLong(3)));
    }

    private static void run(Connection control, String sql) throws SQLException {
        try (Statement statement = control.createStatement()) {
            statement.execute(sql);
        }
    }
}
