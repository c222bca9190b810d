package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.ReferenceId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever happens between and in the steps, each item of each operation is applied once. */
class DisturbedWorkTest {

    private static Optional<Site> site = Optional.empty();

    @BeforeContainer
    static void freshDatabase() {
        site = Optional.of(Site.postgreSql());
    }

    @AfterContainer
    static void forget() {
        site = Optional.empty();
    }

    /** What happens to a step, after it has written. */
    enum Disturbance {
        /** It throws. */
        THROW,
        /** Its connection is cut. */
        CUT,
        /** All connections are cut: those of other steps and of the queue too. */
        CUT_ALL,
        /** Its runtime is closed, and another one started. */
        RESTART
    }

    /**
     * A run.
     *
     * @param items how many each operation has
     * @param disturbances by the number of the step, over all operations and all that is made again
     */
    record Plan(List<Integer> items, Map<Integer, Disturbance> disturbances) {}

    @Provide
    Arbitrary<Plan> plans() {
        Arbitrary<List<Integer>> items =
                Arbitraries.integers().between(0, 15).list().ofMinSize(1).ofMaxSize(4);
        Arbitrary<Map<Integer, Disturbance>> disturbances = Arbitraries.maps(
                        Arbitraries.integers().between(1, 40), Arbitraries.of(Disturbance.class))
                .ofMinSize(1)
                .ofMaxSize(8);
        return Combinators.combine(items, disturbances)
                .as((numbers, events) -> new Plan(numbers, new TreeMap<>(events)));
    }

    @Property(tries = 6)
    @Tag("RF-8")
    void disturbedWork_appliesEachItemOnce(@ForAll("plans") Plan plan) throws Exception {
        Site here = site.orElseThrow();
        here.clear();
        BlockingQueue<String> restarts = new LinkedBlockingQueue<>();
        AtomicInteger steps = new AtomicInteger();
        OperationWork disturbed = (connection, operation) -> {
            OperationStep step = Site.applyNext(connection, operation);
            Optional<Disturbance> disturbance =
                    Optional.ofNullable(plan.disturbances().get(steps.incrementAndGet()));
            if (disturbance.isPresent()) {
                disturb(here, connection, disturbance.get(), restarts);
            }
            return step;
        };
        Operations.Builder builder = here.builder()
                .work("items", disturbed)
                .settings(Site.QUICK
                        .withThreads(2, 1)
                        .withFailures(1_000, Duration.ofMillis(1), Duration.ofMillis(5))
                        // What is cut off from the queue is taken for dead.
                        .withIntervals(Duration.ofMillis(20), Duration.ofMillis(60)));
        List<Operation> submitted = new ArrayList<>();
        Operations runtime = builder.build();
        try {
            runtime.start();
            for (int count : plan.items()) {
                submitted.add(submit(here, runtime, Site.items(count)));
            }
            while (!allEnded(here, submitted)) {
                if (restarts.poll(20, TimeUnit.MILLISECONDS) != null) {
                    runtime.close();
                    runtime = builder.build();
                    runtime.start();
                }
            }
            for (Operation operation : submitted) {
                Operation last = runtime.await(
                                operation.namespace(), operation.kind(), operation.reference(), Duration.ZERO)
                        .orElseThrow();
                assertThat(last.state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(here.applied(last)).isEqualTo(last.input() + " of " + last.input());
            }
        } finally {
            runtime.close();
        }
    }

    private static void disturb(
            Site here, Connection connection, Disturbance disturbance, BlockingQueue<String> restarts)
            throws SQLException {
        switch (disturbance) {
            case THROW -> throw new IllegalStateException("disturbed");
            case CUT -> cut(here, "pid = " + pidOf(connection));
            case CUT_ALL -> cut(here, "datname = current_database() AND pid <> pg_backend_pid()");
            case RESTART -> restarts.add("restart");
        }
    }

    private static long pidOf(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void cut(Site here, String which) {
        here.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE " + which);
    }

    /** Sends it again under its name while its connection is cut: it is there once in the end. */
    private static Operation submit(Site here, Operations runtime, NewOperation operation) {
        for (int tries = 0; tries < 20; tries++) {
            try {
                return here.submit(runtime, operation);
            } catch (SQLException cut) {
                assertThat(cut.getSQLState()).matches("08...|57P01");
            }
        }
        throw new AssertionError("cut 20 times");
    }

    private static boolean allEnded(Site here, List<Operation> operations) {
        String names = operations.stream()
                .map(Operation::reference)
                .map(ReferenceId::value)
                .collect(Collectors.joining("', '", "'", "'"));
        try {
            return here.number(
                            "SELECT count(*) FROM counterfoil_operation WHERE finished_at IS NOT NULL AND reference IN ("
                                    + names + ")")
                    == operations.size();
        } catch (IllegalStateException cut) {
            return false;
        }
    }
}
