package io.counterfoil.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.messaging.Message;
import io.counterfoil.testkit.process.KillPoint;
import io.counterfoil.testkit.process.OutputLines;
import io.counterfoil.testkit.soak.Depth;
import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumers of plain messages, which share transactions, each killed in the midst of a batch or between its commit and its acknowledgements, and
 * followed by the next: each message takes effect once. {@code -Dsoak.kills=50} kills so many.
 */
@Timeout(1_800)
@Tag("SG-5")
class KilledBatchesTest extends KilledProcesses {

    private static final List<KilledBatches.Step> STEPS = List.of(KilledBatches.Step.values());
    private static final int KILLS = Depth.of("kills", 4);
    private static final int MESSAGES_A_KILL = 40;
    private static final Logger LOG = LoggerFactory.getLogger("record");

    @Test
    void consumersKilledInTheirBatches_leaveEachEffectOnce() throws Exception {
        kafka.createTopics(2, "orders", "orders.dead");
        createTables("CREATE TABLE effect (id text NOT NULL, transaction bigint NOT NULL)");
        Random random = new Random(Depth.seed(KilledBatchesTest.class));
        int messages = (KILLS + 1) * MESSAGES_A_KILL;
        try (KafkaPublisher publisher =
                KafkaPublisher.of(KafkaUnderTest.publisherSettings(kafka.bootstrapServers()), Message::topic)) {
            for (int kill = 0; kill <= KILLS; kill++) {
                KilledBatches.Step step = STEPS.get(kill % STEPS.size());
                boolean last = kill == KILLS;
                // Published first, so that they wait when the consumer comes.
                publish(publisher, kill * MESSAGES_A_KILL);
                OutputLines output = start(
                        KilledBatches.class, step, last ? Integer.MAX_VALUE : 1 + random.nextInt(MESSAGES_A_KILL));
                if (!last) {
                    output.await(KillPoint.line(step));
                    killLast();
                }
            }
            Awaitility.await("all messages")
                    .atMost(TestThreads.LIMIT)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> count("SELECT count(DISTINCT id) FROM effect") == messages);
        }

        int effects = count("SELECT count(*) FROM effect");
        int transactions = count("SELECT count(DISTINCT transaction) FROM effect");
        assertThat(effects).isEqualTo(messages);
        assertThat(transactions).as("messages share transactions").isLessThan(messages);
        assertThat(count("SELECT count(*) FROM counterfoil_record")).isEqualTo(messages);
        Depth.report("kills", KILLS);
        Depth.report("intentions", messages);
        LOG.info("{} kills: {} messages in {} transactions, {} effects", KILLS, messages, transactions, effects);
    }

    private static void publish(KafkaPublisher publisher, int first) {
        List<CompletableFuture<Void>> confirms = new ArrayList<>();
        for (int i = first; i < first + MESSAGES_A_KILL; i++) {
            String id = "m-" + i;
            confirms.add(publisher
                    .publish(Message.of("orders", id.getBytes(UTF_8)).withId(id).withKey(id))
                    .toCompletableFuture());
        }
        confirms.forEach(CompletableFuture::join);
    }
}
