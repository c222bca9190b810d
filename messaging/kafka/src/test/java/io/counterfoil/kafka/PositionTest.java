package io.counterfoil.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.testkit.messaging.Collected;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a group has committed beside what is never delivered: monitoring takes the rest of the partition for its lag. */
@Timeout(900)
@Tag("SG-5")
class PositionTest {

    private static final Map<String, Object> COMMITTED_ALONE = Map.of("isolation.level", "read_committed");

    private Site site;

    @BeforeEach
    void topicOfItsOwn() {
        site = new Site(SharedKafka.server(), 1);
    }

    @AfterEach
    void closeSite() {
        site.close();
    }

    @Test
    void lag_behindTheMarkerOfACommit_isZero() throws Exception {
        site.sendInATransaction(0, 3, true);
        assertThat(site.end()).isEqualTo(4);
        try (KafkaInboxConsumer consumer = site.consumer().start(Delivery::accept)) {
            site.awaitCommitted(4);
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void lag_ofAnAbortedTransactionAlone_isZero() throws Exception {
        site.sendInATransaction(0, 3, false);
        try (KafkaInboxConsumer consumer = site.consumer(COMMITTED_ALONE).start(Delivery::accept)) {
            site.awaitCommitted(4);
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void lag_ofAbortedTransactionsBetween_isZero() throws Exception {
        site.send(0, 2, 1);
        site.sendInATransaction(2, 3, false);
        site.sendInATransaction(5, 1, true);
        site.sendInATransaction(6, 2, false);
        Collected collected = new Collected();
        try (KafkaInboxConsumer consumer = site.consumer(COMMITTED_ALONE).start(collected)) {
            List<Delivery> delivered = collected.next(3);
            assertThat(delivered).extracting(Site::text).containsExactly("0", "1", "5");
            delivered.forEach(Delivery::accept);

            site.awaitCommitted(site.end());
            assertThat(consumer).isNotNull();
        }
    }

    @Test
    void offset_ofWhatIsNotSettled_isNotPassed() throws Exception {
        site.sendInATransaction(0, 2, true);
        site.sendInATransaction(2, 1, true);
        Collected collected = new Collected();
        try (KafkaInboxConsumer consumer = site.consumer().start(collected)) {
            List<Delivery> delivered = collected.next(3);
            delivered.get(0).accept();
            delivered.get(1).accept();

            // The first that is not settled is behind a marker.
            site.awaitCommitted(3);
            assertThat(consumer).isNotNull();
        }
        assertThat(site.committed()).isEqualTo(3);
    }
}
