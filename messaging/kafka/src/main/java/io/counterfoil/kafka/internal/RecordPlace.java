package io.counterfoil.kafka.internal;

import org.apache.kafka.common.TopicPartition;

/**
 * The place of a record, as a dead letter carries it.
 *
 * @param partition its topic and partition
 * @param offset its offset there
 */
public record RecordPlace(TopicPartition partition, long offset) {

    /** Such as {@code orders-3@1042}. */
    public String text() {
        return partition.topic() + "-" + partition.partition() + "@" + offset;
    }

    /**
     * The place that has this text.
     *
     * @throws IllegalArgumentException when it is no place
     */
    public static RecordPlace of(String text) {
        int at = text.lastIndexOf('@');
        int dash = text.lastIndexOf('-', at);
        if (at < 0 || dash < 1) {
            throw new IllegalArgumentException("not the place of a record: " + text);
        }
        TopicPartition partition =
                new TopicPartition(text.substring(0, dash), Integer.parseInt(text.substring(dash + 1, at)));
        return new RecordPlace(partition, Long.parseLong(text.substring(at + 1)));
    }
}
