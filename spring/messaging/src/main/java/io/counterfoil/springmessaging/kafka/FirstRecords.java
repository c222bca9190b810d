package io.counterfoil.springmessaging.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records that may have been delivered before: those that a consumer gets first of a partition, as many as its predecessor may have polled
 * and not committed. Each consumer has a thread, on which its partitions are assigned and its records delivered.
 */
final class FirstRecords {

    private static final Logger LOG = LoggerFactory.getLogger(FirstRecords.class);
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int POLLED = ConsumerConfig.DEFAULT_MAX_POLL_RECORDS;
    private static final ThreadLocal<Map<TopicPartition, Long>> ENDS = ThreadLocal.withInitial(HashMap::new);

    private FirstRecords() {}

    /** Partitions are assigned to the consumer of this thread. What was sent after that is new. */
    static void assigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        try {
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, LIMIT);
            for (TopicPartition partition : partitions) {
                long polled = consumer.position(partition, LIMIT) + POLLED;
                ENDS.get().put(partition, Math.min(polled, ends.getOrDefault(partition, polled)));
            }
        } catch (KafkaException unknown) {
            LOG.warn("The positions of {} cannot be read; no message counts as redelivered", partitions, unknown);
        }
    }

    /** Whether a record of this thread's consumer may have been delivered before. */
    static boolean contain(ConsumerRecord<?, ?> record) {
        Long end = ENDS.get().get(new TopicPartition(record.topic(), record.partition()));
        return end != null && record.offset() < end;
    }

    /** The consumer of this thread has ended. */
    static void clear() {
        ENDS.remove();
    }
}
