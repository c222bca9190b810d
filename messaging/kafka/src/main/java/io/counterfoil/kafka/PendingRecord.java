package io.counterfoil.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record that is not settled yet, and its slot. */
record PendingRecord(Partition partition, Slot slot, ConsumerRecord<byte[], byte[]> record) {

    /** Whether it may have been delivered before, here or to another consumer. */
    boolean isMaybeRedelivered() {
        return slot.isReturned() || partition.maybeDeliveredBefore(record.offset());
    }

    /** Without its content, which may be confidential. */
    @Override
    public String toString() {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }
}
