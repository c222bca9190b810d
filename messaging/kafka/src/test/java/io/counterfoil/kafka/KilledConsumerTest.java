package io.counterfoil.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.testkit.process.KillPoint;
import io.counterfoil.testkit.process.OutputLines;
import io.counterfoil.testkit.soak.Depth;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Controllers over Kafka and PostgreSQL, each killed at one of the steps, and followed by the next: each command takes effect once, and
 * each attempt has its outcome. {@code -Dsoak.kills=50} kills so many.
 */
@Timeout(1_800)
@Tag("SG-5")
class KilledConsumerTest extends KilledProcesses {

    private static final List<KilledConsumer.Step> STEPS = List.of(KilledConsumer.Step.values());
    private static final int KILLS = Depth.of("kills", 4);
    private static final int COMMANDS_A_KILL = 10;
    private static final Logger LOG = LoggerFactory.getLogger("record");
    private static final long LIMIT_SECONDS = 300;

    @Test
    @Tag("SG-2")
    @Tag("SG-4")
    void controllerKilledAtEachStep_leavesOneEffectAndAllOutcomes() throws Exception {
        kafka.createTopics(2, "counterfoil.signal", "counterfoil.event", "counterfoil.signal.dead");
        createTables("CREATE TABLE effect (key text NOT NULL)");
        Set<CorrelationId> attempts = ConcurrentHashMap.newKeySet();
        Map<CorrelationId, SignalOutcome> outcomes = new ConcurrentHashMap<>();
        Random random = new Random(Depth.seed(KilledConsumerTest.class));
        KafkaInboxConsumer.Builder reader = KafkaInboxConsumer.builder(
                        KafkaUnderTest.consumerSettings(kafka.bootstrapServers()))
                .group("reader")
                .topics("counterfoil.event");
        Semaphore answered = new Semaphore(0);
        try (KafkaPublisher publisher = KafkaPublisher.of(KafkaUnderTest.publisherSettings(kafka.bootstrapServers()));
                KafkaInboxConsumer events = reader.start(delivery -> {
                    SignalOutcome outcome =
                            (SignalOutcome) Envelope.read(delivery.message().body());
                    if (outcomes.putIfAbsent(outcome.correlationId(), outcome) == null) {
                        answered.release();
                    }
                    delivery.accept();
                })) {
            for (int kill = 0; kill <= KILLS; kill++) {
                KilledConsumer.Step step = STEPS.get(kill % STEPS.size());
                boolean last = kill == KILLS;
                int count = last ? Integer.MAX_VALUE : 1 + random.nextInt(COMMANDS_A_KILL);
                OutputLines output = start(KilledConsumer.class, step, count);
                send(publisher, kill * COMMANDS_A_KILL, attempts);
                if (!last) {
                    output.await(KillPoint.line(step));
                    killLast();
                }
            }
            // What those before it have left is the last one's, and takes it the longer the more were killed.
            for (int i = 0; i < attempts.size(); i++) {
                assertThat(answered.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS))
                        .as("%s of %s attempts are answered, and none more since", outcomes.size(), attempts.size())
                        .isTrue();
            }
            assertThat(events).isNotNull();
        }

        assertThat(outcomes.keySet()).isEqualTo(attempts);
        assertThat(outcomes.values()).allMatch(outcome -> outcome.status().equals("Running"));
        int commands = (KILLS + 1) * COMMANDS_A_KILL;
        int effects = count("SELECT count(*) FROM effect");
        assertThat(effects).isEqualTo(commands);
        assertThat(count("SELECT count(DISTINCT key) FROM effect")).isEqualTo(commands);
        Depth.report("kills", KILLS);
        Depth.report("intentions", commands);
        LOG.info(
                "{} kills: {} commands in {} attempts, {} effects, every attempt answered",
                KILLS,
                commands,
                attempts.size(),
                effects);
    }

    /** Each command twice: an attempt and a retry. */
    private static void send(KafkaPublisher publisher, int first, Set<CorrelationId> attempts) throws Exception {
        for (int i = 0; i < 2 * COMMANDS_A_KILL; i++) {
            Signal signal = new Signal(
                    Instant.parse("2026-01-01T00:00:00Z"),
                    "swarm-start",
                    "orchestrator-1",
                    new SwarmScope("swarm-" + i % COMMANDS_A_KILL % 3, "controller", SwarmScope.ALL),
                    CorrelationId.fresh(),
                    new RequestId("k-" + (first + i % COMMANDS_A_KILL)),
                    Data.EMPTY);
            attempts.add(signal.correlationId());
            publisher.publish(signal.toMessage()).toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }
}
