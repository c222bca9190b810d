package io.counterfoil.springmessaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.kafka.KafkaPublisher;
import io.counterfoil.messaging.Message;
import io.counterfoil.testkit.broker.PrivateKafka;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.process.ChildJvm;
import io.counterfoil.testkit.process.KillPoint;
import io.counterfoil.testkit.process.OutputLines;
import io.counterfoil.testkit.soak.Depth;
import io.counterfoil.testkit.thread.TestThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Listeners of batches, each killed in the midst of a batch or between its commit and that of the offsets, and followed by the next: each message
 * takes effect once. {@code -Dsoak.kills=50} kills so many.
 */
@Timeout(1_800)
@Tag("SG-5")
class KilledListenerTest {

    private static final List<KilledListener.Step> STEPS = List.of(KilledListener.Step.values());
    private static final int KILLS = Depth.of("kills", 2);
    private static final int MESSAGES_A_KILL = 40;

    private final PrivateKafka kafka = SharedKafka.get();
    private final Database database = TestPostgres.freshDatabase().reusing("test");
    private final JdbcClient jdbc = JdbcClient.create(database.dataSource());
    private final String topic = "killed-" + UUID.randomUUID();
    private final List<ChildJvm> started = new ArrayList<>();

    @AfterEach
    void endAll() {
        started.forEach(ChildJvm::close);
    }

    @Test
    void listenersKilledInTheirBatches_leaveEachEffectOnce() throws Exception {
        kafka.createTopics(1, topic, topic + ".dead");
        jdbc.sql("CREATE TABLE effect (id text NOT NULL, transaction bigint NOT NULL)")
                .update();
        Random random = new Random(Depth.seed(KilledListenerTest.class));
        int messages = (KILLS + 1) * MESSAGES_A_KILL;
        Map<String, Object> settings = Map.of("bootstrap.servers", kafka.bootstrapServers());
        try (KafkaPublisher publisher = KafkaPublisher.of(settings, Message::topic)) {
            for (int kill = 0; kill <= KILLS; kill++) {
                KilledListener.Step step = STEPS.get(kill % STEPS.size());
                boolean last = kill == KILLS;
                // Published first, so that they wait when the listener comes.
                publish(publisher, kill * MESSAGES_A_KILL);
                OutputLines output = start(step, last ? Integer.MAX_VALUE : 1 + random.nextInt(MESSAGES_A_KILL));
                if (!last) {
                    output.await(KillPoint.line(step));
                    started.get(kill).kill();
                }
            }
            Awaitility.await("all messages")
                    .dontCatchUncaughtExceptions()
                    .atMost(TestThreads.LIMIT)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> count("count(DISTINCT id)") == messages);
        }

        assertThat(count("count(*)")).isEqualTo(messages);
        assertThat(count("count(DISTINCT transaction)"))
                .as("messages share transactions")
                .isLessThan(messages);
        Depth.report("kills", KILLS);
        Depth.report("intentions", messages);
    }

    private void publish(KafkaPublisher publisher, int first) {
        List<CompletableFuture<Void>> confirms = new ArrayList<>();
        for (int i = first; i < first + MESSAGES_A_KILL; i++) {
            String id = "m-" + i;
            confirms.add(publisher
                    .publish(Message.of(topic, id.getBytes(UTF_8)).withId(id).withKey("key"))
                    .toCompletableFuture());
        }
        confirms.forEach(CompletableFuture::join);
    }

    private OutputLines start(KilledListener.Step step, int count) throws IOException {
        OutputLines output = new OutputLines();
        List<String> arguments = List.of(
                database.jdbcUrl(),
                database.user(),
                database.password(),
                kafka.bootstrapServers(),
                topic,
                step.name(),
                Integer.toString(count));
        started.add(ChildJvm.start(KilledListener.class, arguments, output));
        return output;
    }

    private int count(String what) {
        return jdbc.sql("SELECT " + what + " FROM effect").query(Integer.class).single();
    }
}
