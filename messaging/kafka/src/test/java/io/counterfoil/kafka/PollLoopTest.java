package io.counterfoil.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.testkit.thread.TestThreads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Test;

/** The end of a consumer at a moment that a broker cannot be brought to: a rebalance has begun, and was not told yet. */
class PollLoopTest {

    private static final TopicPartition ORDERS = new TopicPartition("orders", 0);

    private final CountDownLatch received = new CountDownLatch(1);
    private final RebalancingConsumer consumer = new RebalancingConsumer();

    @Test
    void close_duringARebalance_completesIt_andCommitsWhatIsSettled() throws InterruptedException {
        KafkaInboxConsumer.Builder settings = new KafkaInboxConsumer.Builder(Map.of("bootstrap.servers", "127.0.0.1:1"))
                .group("shipping")
                .topics("orders")
                .closeLimit(Duration.ZERO);
        RecordDispatcher work = new RecordDispatcher(settings, this::accept, "test");
        PollLoop loop = new PollLoop(consumer, settings, work);
        Thread polling = new Thread(() -> loop.run(() -> received.getCount() > 0));
        polling.start();
        assertThat(received.await(TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        polling.join();
        loop.stop();
        work.finish();

        loop.close();

        assertThat(consumer.pollsInRebalance).isEqualTo(2);
        assertThat(consumer.last).containsOnlyKeys(ORDERS);
        assertThat(consumer.last.values()).extracting(OffsetAndMetadata::offset).containsExactly(1L);
    }

    private void accept(Delivery delivery) {
        consumer.rebalancing = true;
        delivery.accept();
        received.countDown();
    }

    /** Refuses commits while a rebalance is in progress, which ends with the second poll. */
    private static final class RebalancingConsumer extends MockConsumer<byte[], byte[]> {

        volatile boolean rebalancing;
        int pollsInRebalance;
        Map<TopicPartition, OffsetAndMetadata> last = Map.of();

        RebalancingConsumer() {
            super("earliest");
            updateBeginningOffsets(Map.of(ORDERS, 0L));
            updateEndOffsets(Map.of(ORDERS, 1L));
            schedulePollTask(() -> {
                rebalance(Set.of(ORDERS));
                byte[] body = "book".getBytes(StandardCharsets.UTF_8);
                addRecord(new ConsumerRecord<>("orders", 0, 0, new byte[] {1}, body));
            });
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            if (rebalancing && assignment().equals(paused())) {
                pollsInRebalance++;
                rebalancing = pollsInRebalance < 2;
            }
            return super.poll(timeout);
        }

        @Override
        public synchronized void commitAsync(
                Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
            // A rebalance keeps it from arriving.
        }

        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            if (rebalancing) {
                throw new RebalanceInProgressException("poll, and try again");
            }
            last = Map.copyOf(offsets);
        }
    }
}
