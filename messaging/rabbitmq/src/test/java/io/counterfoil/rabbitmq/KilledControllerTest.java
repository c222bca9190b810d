package io.counterfoil.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.soak.Depth;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two controllers, processes of their own, on one queue and one PostgreSQL; one of them is killed again and again, at a named point or at
 * any instant, and a new one started in its place, while connections are cut and in longer runs the broker is killed too. {@code
 * -Dsoak.kills=100} kills so many.
 */
@Tag("SG-5")
class KilledControllerTest {

    private static final int KILLS = Depth.of("kills", 5);
    private static final int COMMANDS_PER_KILL = 8;
    private static final List<Point> POINTS = List.of(Point.values());
    private static final long MOMENT_MILLIS = 100;
    private static final long LONGEST_MOMENT_MILLIS = 2_000;
    private static final int COPIES = 100;
    private static final int KILLS_PER_CUT = 4;
    private static final int KILLS_PER_BROKER = 20;
    private static final long LIMIT_SECONDS = 120;
    private static final Logger LOG = LoggerFactory.getLogger("record");

    private final Database database = TestPostgres.freshDatabase().reusing("test");
    private final Random random = new Random(Depth.seed(KilledControllerTest.class));
    private final String swarm = "swarm-" + UUID.randomUUID();
    private final String queue = "controllers-" + swarm;
    private final Map<CorrelationId, Signal> attempts = new LinkedHashMap<>();
    private final Map<CorrelationId, Set<SignalOutcome>> outcomes = new ConcurrentHashMap<>();
    private final BlockingQueue<CorrelationId> answered = new LinkedBlockingQueue<>();
    private final List<ControllerProcess> running = new ArrayList<>();
    private Broker broker;
    private RabbitConsumer reader;

    @BeforeEach
    void start() throws Exception {
        broker = Broker.with(RabbitTopology.DEFAULT);
        JdbcSchema.create(database.dataSource());
        JdbcOutbox.SCHEMA.create(database.dataSource());
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(ControllerMain.EFFECTS);
        }
        reader = (RabbitConsumer)
                broker.consume("outcomes-" + swarm, List.of("event.outcome.*." + swarm + ".#"), this::read);
        // So that no signal comes before the queue is there.
        broker.consume(queue, List.of("signal.*." + swarm + ".#"), Delivery::giveBack)
                .close();
    }

    @AfterEach
    void stop() throws Exception {
        for (ControllerProcess process : running) {
            process.kill();
        }
        if (reader != null) {
            reader.close();
            broker.close();
        }
    }

    private void read(Delivery delivery) {
        SignalOutcome outcome = (SignalOutcome) Envelope.read(delivery.message().body());
        outcomes.computeIfAbsent(outcome.correlationId(), first -> ConcurrentHashMap.newKeySet())
                .add(outcome);
        delivery.accept();
        answered.add(outcome.correlationId());
    }

    @Test
    void killedControllers_leaveOneEffectAndAllOutcomes() throws Exception {
        control(Point.NOWHERE, 0).awaitReady();
        ControllerProcess victim = victim(0);
        copies();
        for (int kill = 1; kill <= KILLS; kill++) {
            victim.awaitReady();
            ControllerProcess killed = victim;
            int current = kill;
            AtomicInteger batches = new AtomicInteger();
            // The pauses grow with what there is to do already: a machine that is slow is not given ever more.
            Awaitility.await("a controller at its point")
                    .atMost(TestThreads.LIMIT)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        commands(current, batches.incrementAndGet());
                        return killed.hasReachedItsPoint(
                                Math.min(batches.get() * MOMENT_MILLIS, LONGEST_MOMENT_MILLIS));
                    });
            victim.kill();
            running.remove(victim);
            if (kill % KILLS_PER_CUT == 0) {
                broker.cutConnections();
            }
            if (kill % KILLS_PER_BROKER == 0) {
                broker.restart();
            }
            // The last one goes on to the end: one that stands still would keep its commands unanswered.
            victim = kill < KILLS ? victim(kill) : control(Point.NOWHERE, 0);
        }

        awaitAnswers();

        assertEffects();
        assertOutcomes();
        assertNothingIsLeft();
        Depth.report("kills", KILLS);
        Depth.report("intentions", effects().size());
        LOG.info(
                "{} kills: {} commands in {} attempts, {} effects, every attempt answered, nothing in the dead-letter queue",
                KILLS,
                effects().size(),
                attempts.size(),
                effects().size());
    }

    private ControllerProcess victim(int kill) throws Exception {
        Point point = POINTS.get(kill % POINTS.size());
        return control(point, 1 + random.nextInt(3));
    }

    private ControllerProcess control(Point point, int time) throws Exception {
        ControllerProcess process = ControllerProcess.start(Broker.server().uri(), database, queue, point, time);
        running.add(process);
        return process;
    }

    /** One signal, sent many times at once: attempts of one command. */
    private void copies() throws Exception {
        List<Signal> signals = new ArrayList<>();
        for (int i = 0; i < COPIES; i++) {
            signals.add(signal("swarm-start", "copied"));
        }
        send(signals);
    }

    /** Some commands, each attempted up to three times, and some from before attempted again. */
    private void commands(int kill, int batch) throws Exception {
        List<Signal> signals = new ArrayList<>();
        for (int i = 0; i < COMMANDS_PER_KILL; i++) {
            // Starting and stopping under one key are two commands.
            String key = "key-" + kill + "-" + batch + "-" + i / 2;
            String type = i % 2 == 0 ? "swarm-start" : "swarm-stop";
            for (int attempt = random.nextInt(3); attempt >= 0; attempt--) {
                signals.add(signal(type, key));
            }
        }
        signals.add(signal("swarm-start", "key-" + (1 + random.nextInt(kill)) + "-1-0"));
        send(signals);
    }

    private Signal signal(String type, String key) {
        Signal signal = new Signal(
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                type,
                "orchestrator-1",
                new SwarmScope(swarm, "swarm-controller", SwarmScope.ALL),
                CorrelationId.fresh(),
                new RequestId(key),
                Data.EMPTY);
        attempts.put(signal.correlationId(), signal);
        return signal;
    }

    /** Side by side, and each until the broker has it. */
    private void send(List<Signal> signals) throws Exception {
        List<Signal> left = signals;
        while (!left.isEmpty()) {
            Map<Signal, CompletableFuture<Void>> sent = new LinkedHashMap<>();
            for (Signal signal : left) {
                // Several keys of a message in one swarm, or one controller would do one after the other.
                sent.put(
                        signal,
                        broker.publisher()
                                .publish(signal.toMessage()
                                        .withKey(signal.correlationId().value()))
                                .toCompletableFuture());
            }
            left = new ArrayList<>();
            for (Map.Entry<Signal, CompletableFuture<Void>> one : sent.entrySet()) {
                try {
                    one.getValue().get(LIMIT_SECONDS, TimeUnit.SECONDS);
                } catch (ExecutionException unconfirmed) {
                    left.add(one.getKey());
                }
            }
        }
    }

    private void awaitAnswers() throws InterruptedException {
        Set<CorrelationId> open = new HashSet<>(attempts.keySet());
        while (!open.isEmpty()) {
            CorrelationId next = answered.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("another outcome; still open: %s", open.size()).isNotNull();
            open.remove(next);
        }
    }

    private Map<List<String>, Integer> effects() throws SQLException {
        Map<List<String>, Integer> effects = new HashMap<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT type, key, count(*) FROM effect GROUP BY type, key")) {
            while (rows.next()) {
                effects.put(List.of(rows.getString(1), rows.getString(2)), rows.getInt(3));
            }
        }
        return effects;
    }

    private static List<String> command(Signal signal) {
        return List.of(signal.type(), signal.idempotencyKey().value());
    }

    private void assertEffects() throws SQLException {
        Map<List<String>, Integer> once = new HashMap<>();
        attempts.values().forEach(signal -> once.put(command(signal), 1));
        assertThat(effects()).isEqualTo(once);
    }

    /** Of each command one attempt was carried out, and all others have its outcome. */
    private void assertOutcomes() {
        Map<List<String>, Set<SignalOutcome>> originals = new HashMap<>();
        outcomes.values()
                .forEach(set -> set.stream()
                        .filter(outcome -> outcome.replayOf().isEmpty())
                        .forEach(outcome -> originals
                                .computeIfAbsent(
                                        command(Objects.requireNonNull(attempts.get(outcome.correlationId()))),
                                        first -> new HashSet<>())
                                .add(outcome)));
        assertThat(originals.values()).allSatisfy(set -> assertThat(set).hasSize(1));
        attempts.forEach((attempt, signal) -> {
            SignalOutcome original = Objects.requireNonNull(originals.get(command(signal)))
                    .iterator()
                    .next();
            SignalOutcome expected =
                    original.correlationId().equals(attempt) ? original : original.replayedFor(attempt);
            assertThat(outcomes.get(attempt)).containsExactly(expected);
            assertThat(expected.status()).isEqualTo("Running");
        });
        assertThat(outcomes).hasSameSizeAs(attempts);
    }

    private void assertNothingIsLeft() throws Exception {
        Channel channel = Broker.channel();
        assertThat(channel.messageCount(RabbitTopology.deadLetterQueue(queue))).isZero();
        channel.getConnection().close();
    }
}
