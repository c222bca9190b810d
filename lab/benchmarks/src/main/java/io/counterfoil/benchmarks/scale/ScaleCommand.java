package io.counterfoil.benchmarks.scale;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.RestartableCitus;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./bench scale}. */
@Command(
        name = "scale",
        mixinStandardHelpOptions = true,
        description = {
            "What one keyed request costs each node of a cluster of Citus: statements, WAL, processor time.",
            "Starts clusters on 127.0.0.1, with the machine's PostgreSQL, which must have the extension Citus."
        })
public final class ScaleCommand extends ReportCommand {

    private static final int THREADS = 8;

    /** As large as a small answer in JSON. */
    private static final byte[] RESULT = "x".repeat(200).getBytes(UTF_8);

    @Option(
            names = "--workers",
            paramLabel = "N",
            split = ",",
            description = "Numbers of workers; 0 is a coordinator alone. Default: ${DEFAULT-VALUE}")
    private List<Integer> workers = List.of(0, 1, 2, 4);

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "Requests of a measurement. Default: ${DEFAULT-VALUE}")
    private int requests = 20_000;

    /** Where the business row is. */
    private enum Effect {
        BESIDE("beside the record", ""),
        ELSEWHERE("in any shard", "x");

        private final String title;
        private final String prefix;

        Effect(String title, String prefix) {
            this.title = title;
            this.prefix = prefix;
        }
    }

    @Override
    protected Map<String, Callable<String>> measurements() {
        workers.forEach(count -> requireBetween("--workers", 0, 16, count));
        requireBetween("--requests", 100, 100_000_000, requests);
        return Map.of("scale", this::measure);
    }

    private String measure() throws Exception {
        StringBuilder report = new StringBuilder(
                "%s. %d threads, %,d requests of each kind.%n%n".formatted(Machine.withJava(), THREADS, requests));
        report.append("""
                | nodes | connected to | request | a second | coordinator: statements, WAL, processor | each worker: statements, WAL, processor |
                |---|---|---|--:|---|---|
                """);
        long recordBytes = 0;
        for (int count : workers) {
            try (RestartableCitus cluster = RestartableCitus.start(
                    count, "-c shared_preload_libraries=citus,pg_stat_statements -c max_wal_size=4GB")) {
                recordBytes = measure(cluster, report);
            }
        }
        return report.append("%nA record with a result of %d bytes takes %d bytes, with its indexes.%n"
                        .formatted(RESULT.length, recordBytes))
                .toString();
    }

    /** @return the bytes of a record */
    private long measure(RestartableCitus cluster, StringBuilder report) throws Exception {
        List<Node> nodes = new ArrayList<>();
        try {
            cluster.nodes().forEach(database -> nodes.add(new Node(database, THREADS)));
            prepare(nodes);
            measure("the coordinator", nodes, nodes.subList(0, 1), report);
            if (nodes.size() > 1) {
                measure("the workers, in turn", nodes, nodes.subList(1, nodes.size()), report);
            }
            return nodes.get(0)
                    .ask("SELECT citus_total_relation_size('counterfoil_record') / count(*) FROM counterfoil_record");
        } finally {
            nodes.forEach(Node::close);
        }
    }

    private static void prepare(List<Node> nodes) throws Exception {
        Node coordinator = nodes.get(0);
        // Citus creates it on the workers too.
        coordinator.execute("CREATE EXTENSION pg_stat_statements");
        if (nodes.size() == 1) {
            coordinator.execute(
                    "SELECT citus_set_node_property('127.0.0.1', nodeport, 'shouldhaveshards', true) FROM pg_dist_node");
        }
        JdbcSchema.create(coordinator.pool());
        coordinator.execute(
                "CREATE TABLE booking (id text COLLATE \"C\" PRIMARY KEY, room bigint NOT NULL, guest text NOT NULL)");
        coordinator.execute("SELECT create_distributed_table('booking', 'id', colocate_with => 'counterfoil_record')");
    }

    private void measure(String connected, List<Node> nodes, List<Node> entries, StringBuilder report)
            throws Exception {
        List<Service> services = entries.stream().map(Service::new).toList();
        for (Effect effect : Effect.values()) {
            String run = connected.length() + effect.name() + nodes.size();
            run(services, effect, run + "-warm-up-", Math.min(requests, 4000));
            report.append(row(connected, "first, business row " + effect.title, nodes, services, effect, run));
        }
        String replayed = connected.length() + Effect.BESIDE.name() + nodes.size();
        report.append(row(connected, "replay", nodes, services, Effect.BESIDE, replayed));
        services.forEach(service -> service.engine.flush());
    }

    private String row(
            String connected, String request, List<Node> nodes, List<Service> services, Effect effect, String run)
            throws Exception {
        for (Node node : nodes) {
            node.start();
        }
        long start = System.nanoTime();
        run(services, effect, run + "-", requests);
        double seconds =
                (System.nanoTime() - start) / (double) Duration.ofSeconds(1).toNanos();
        List<Node.Work> work = new ArrayList<>();
        for (Node node : nodes) {
            work.add(node.done().each(requests));
        }
        int workerCount = work.size() - 1;
        Node.Work sum = work.stream().skip(1).reduce(new Node.Work(0, 0, 0), Node.Work::plus);
        return String.format(
                Locale.ROOT,
                "| 1 + %d | %s | %s | %,.0f | %s | %s |%n",
                workerCount,
                connected,
                request,
                requests / seconds,
                text(work.get(0)),
                workerCount == 0 ? "" : text(sum.each(workerCount)));
    }

    private static String text(Node.Work work) {
        return String.format(
                Locale.ROOT, "%.2f, %,.0f B, %,.0f µs", work.statements(), work.walBytes(), work.cpuMicros());
    }

    /** Executes each of the requests once. */
    private static void run(List<Service> services, Effect effect, String keys, int count) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            AtomicLong next = new AtomicLong();
            List<Future<?>> ended = new ArrayList<>();
            IntStream.range(0, THREADS)
                    .forEach(thread -> ended.add(threads.submit(() -> {
                        Service service = services.get(thread % services.size());
                        for (long number = next.getAndIncrement(); number < count; number = next.getAndIncrement()) {
                            service.request(keys + number, effect);
                        }
                        return null;
                    })));
            for (Future<?> one : ended) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** A service that is connected to one node. */
    private static final class Service {

        private final JdbcClaimStore store;
        private final Idempotency engine;
        private final Fingerprint contents = Fingerprint.of("a booking".getBytes(UTF_8));

        Service(Node node) {
            store = JdbcClaimStore.on(node.pool());
            engine = Idempotency.on(store);
        }

        void request(String key, Effect effect) throws Exception {
            engine.execute(
                    IdempotencyKey.of("client", "POST /bookings", key), contents, PayloadCodec.BYTES, execution -> {
                        try (PreparedStatement insert =
                                store.connection().prepareStatement("INSERT INTO booking VALUES (?, 17, 'A guest')")) {
                            insert.setString(1, effect.prefix + key);
                            insert.executeUpdate();
                        }
                        return Completion.remember(RESULT);
                    });
        }
    }
}
