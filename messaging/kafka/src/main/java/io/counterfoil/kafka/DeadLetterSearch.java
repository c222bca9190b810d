package io.counterfoil.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.kafka.internal.LetterId;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.deadletter.DeadLetterException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * Finds one dead letter in its topic: from the first record that is as young as the original, which the dead letter is not before, to the end
 * that the topic has when the search begins.
 *
 * @param consumer of the search alone
 */
record DeadLetterSearch(Consumer<byte[], byte[]> consumer, MessageOrigin origin) {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** @throws DeadLetterException when it was not found within a minute, and there is more to read */
    Optional<ConsumerRecord<byte[], byte[]>> find() {
        LetterId letter = LetterId.of(origin.letter());
        List<TopicPartition> partitions = consumer.partitionsFor(origin.deadLetters()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
        seek(partitions, letter.timestamp(), ends);
        long begun = System.nanoTime();
        while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (is(record, KafkaDeadLetters.RECORD, origin.source())
                        && is(record, KafkaDeadLetters.GROUP, letter.group())) {
                    return Optional.of(record);
                }
            }
            if (System.nanoTime() - begun > LIMIT.toNanos()) {
                throw new DeadLetterException(
                        "a dead letter was not found in " + origin.deadLetters() + " within " + LIMIT);
            }
        }
        return Optional.empty();
    }

    private void seek(List<TopicPartition> partitions, long timestamp, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> times = new HashMap<>();
        partitions.forEach(each -> times.put(each, Math.max(0, timestamp)));
        Map<TopicPartition, OffsetAndTimestamp> from = consumer.offsetsForTimes(times);
        for (TopicPartition each : partitions) {
            OffsetAndTimestamp first = from.get(each);
            consumer.seek(each, first == null ? ends.getOrDefault(each, 0L) : first.offset());
        }
    }

    private static boolean is(ConsumerRecord<byte[], byte[]> record, String header, String text) {
        Header last = record.headers().lastHeader(header);
        return last != null && last.value() != null && text.equals(new String(last.value(), UTF_8));
    }
}
