package io.counterfoil.jdbc.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalFailure;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever is delivered twice, whatever handlers do, whatever commits are lost and processes die: on a real PostgreSQL each command
 * takes effect at most once, and each attempt is answered, with the first outcome where there is one.
 */
class CommandsPropertyTest {

    private static final int STEPS = 50;
    private static final int PROCESSES = 2;
    private static final List<String> RECEIVERS = List.of("one", "two");
    private static final List<String> KEYS = List.of("a", "b", "c");
    private static final Duration A_WHILE = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofMinutes(11);

    private static final HikariDataSource POOL = new HikariDataSource();

    @BeforeContainer
    static void tables() throws SQLException {
        POOL.setDataSource(TestPostgres.freshDatabase().dataSource());
        JdbcOutbox.SCHEMA.create(POOL);
        JdbcSchema.create(POOL);
        execute("CREATE TABLE effect (receiver text, key text, attempt text)");
    }

    @AfterContainer
    static void close() {
        POOL.close();
    }

    private static void execute(String... statements) throws SQLException {
        try (var connection = POOL.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Property(tries = 12)
    @Tag("SG-2")
    @Tag("SG-3")
    @Tag("SG-4")
    @Tag("SG-5")
    @Tag("RQ-7")
    void everyCommand_takesEffectOnceAtMost_andEveryAttemptIsAnswered(@ForAll long seed) throws SQLException {
        execute("DELETE FROM counterfoil_outbox", "DELETE FROM counterfoil_record", "DELETE FROM effect");
        World world = new World(seed);

        world.run();

        assertThat(world.surprises).isEmpty();
        List<SignalOutcome> outcomes = new Controllers(POOL).outcomes();
        for (Attempt attempt : world.attempts) {
            assertThat(attempt.delivery.settled()).as("settled: %s", attempt).hasSize(1);
            List<String> effects =
                    effects(attempt.receiver, attempt.signal.idempotencyKey().value());
            assertThat(effects).as("effects of %s", attempt).hasSizeLessThanOrEqualTo(1);
            List<SignalOutcome> answers = outcomes.stream()
                    .filter(outcome -> outcome.correlationId().equals(attempt.signal.correlationId()))
                    .toList();
            assertThat(answers).as("answers of %s", attempt).isNotEmpty().allSatisfy(answer -> {
                assertThat(answer.idempotencyKey()).isEqualTo(attempt.signal.idempotencyKey());
                assertThat(answer.origin()).startsWith(attempt.receiver);
                if (answer.isRetryable()) {
                    assertThat(answer.replayOf()).isEmpty();
                } else {
                    assertThat(effects).containsExactly(answer.original().value());
                    SignalOutcome first = first(answer, outcomes);
                    assertThat(answer).isEqualTo(first.replayedFor(attempt.signal.correlationId()));
                }
            });
            String word = attempt.delivery.settled().get(0);
            if (word.startsWith("rejected")) {
                assertThat(answers)
                        .anyMatch(answer -> answer.error()
                                .filter(error -> error.code().equals("handler-failed"))
                                .isPresent());
            } else {
                assertThat(word).isEqualTo("accepted");
            }
        }
    }

    private static SignalOutcome first(SignalOutcome answer, List<SignalOutcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.correlationId().equals(answer.original()) && !outcome.isRetryable())
                .findFirst()
                .orElseThrow();
    }

    private static List<String> effects(String receiver, String key) throws SQLException {
        try (var connection = POOL.getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT attempt FROM effect WHERE receiver = ? AND key = ?")) {
            query.setString(1, receiver);
            query.setString(2, key);
            List<String> attempts = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    attempts.add(rows.getString(1));
                }
            }
            return attempts;
        }
    }

    /** An attempt at a command, with its last delivery and the process that has it. */
    private static final class Attempt {

        private final String receiver;
        private final Signal signal;
        private NotedDelivery delivery;
        private int process;

        Attempt(String receiver, Signal signal) {
            this.receiver = receiver;
            this.signal = signal;
            this.delivery = Controllers.delivery(signal);
        }

        @Override
        public String toString() {
            return receiver + " " + signal.idempotencyKey() + " " + signal.correlationId();
        }
    }

    /** A broker, and two processes of each receiver. */
    private static final class World {

        private final Random random;
        private final List<ControllerProcess> processes;
        private final List<Attempt> attempts = new ArrayList<>();
        private final List<String> surprises = new ArrayList<>();
        private boolean calm;

        World(long seed) {
            random = new Random(seed);
            processes = new ArrayList<>(IntStream.range(0, PROCESSES)
                    .mapToObj(i -> new ControllerProcess(this))
                    .toList());
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step();
            }
            calm = true;
            for (int round = 0; round < 5; round++) {
                processes.forEach(process -> process.controllers.timer.advance(LONG));
                attempts.stream().filter(World::isGivenBack).forEach(this::redeliver);
            }
        }

        private static boolean isGivenBack(Attempt attempt) {
            return attempt.delivery.settled().equals(List.of("given back"));
        }

        private void step() {
            int process = random.nextInt(PROCESSES);
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> send(process);
                case 4, 5 -> processes.get(process).controllers.timer.advance(A_WHILE);
                case 6 -> kill(process);
                case 7 -> processes.get(process).commits.loseNext(any(List.of(LostCommits.Fate.values())));
                default -> {
                    if (!attempts.isEmpty()) {
                        again(any(attempts));
                    }
                }
            }
        }

        private <T> T any(List<T> of) {
            return of.get(random.nextInt(of.size()));
        }

        private void send(int process) {
            Attempt attempt = new Attempt(any(RECEIVERS), Controllers.start(any(KEYS)));
            attempts.add(attempt);
            deliver(attempt, process);
        }

        /** What was settled may come once more, because the broker has not heard of it. */
        private void again(Attempt attempt) {
            if (!attempt.delivery.settled().isEmpty()) {
                redeliver(attempt);
            }
        }

        private void redeliver(Attempt attempt) {
            attempt.delivery = Controllers.redelivery(attempt.signal);
            deliver(attempt, random.nextInt(PROCESSES));
        }

        private void deliver(Attempt attempt, int process) {
            attempt.process = process;
            processes.get(process).receive(attempt);
        }

        /** What it has not settled is delivered again. */
        private void kill(int process) {
            processes.set(process, new ControllerProcess(this));
            attempts.stream()
                    .filter(attempt -> attempt.process == process
                            && attempt.delivery.settled().isEmpty())
                    .toList()
                    .forEach(this::redeliver);
        }

        private HandlerResult handled() {
            int what = calm ? 0 : random.nextInt(10);
            return switch (what) {
                case 0, 1, 2 -> HandlerResult.done("Running", Data.of(Map.of("n", random.nextInt(1_000))));
                case 3 ->
                    HandlerResult.failed(new SignalFailure("no-such-swarm", "there is no such swarm"), Data.EMPTY);
                case 4, 5 -> HandlerResult.notDone(new SignalFailure("no-capacity", "the host is full"));
                default -> throw new IllegalStateException("this time");
            };
        }
    }

    /** A process that may be lost, with both receivers. */
    private static final class ControllerProcess {

        private final World world;
        private final LostCommits commits = new LostCommits(POOL);
        private final Controllers controllers = new Controllers(commits.dataSource());
        private final Receiver one;
        private final Receiver two;

        ControllerProcess(World world) {
            this.world = world;
            var inbox = controllers.inbox();
            one = controllers.receiver("one", inbox, Map.of("swarm-start", signal -> handle("one", signal)));
            two = controllers.receiver("two", inbox, Map.of("swarm-start", signal -> handle("two", signal)));
        }

        void receive(Attempt attempt) {
            (attempt.receiver.equals("one") ? one : two).receive(attempt.delivery);
        }

        private HandlerResult handle(String receiver, Signal signal) throws SQLException {
            String key = signal.idempotencyKey().value();
            if (!effects(receiver, key).isEmpty()) {
                world.surprises.add("run again: " + receiver + " " + key);
            }
            try (PreparedStatement insert =
                    controllers.store.connection().prepareStatement("INSERT INTO effect VALUES (?, ?, ?)")) {
                insert.setString(1, receiver);
                insert.setString(2, key);
                insert.setString(3, signal.correlationId().value());
                insert.executeUpdate();
            }
            return world.handled();
        }
    }
}
