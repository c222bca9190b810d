package io.counterfoil.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record on hand, and its place. */
record PendingRecord(Partition partition, Slot slot, ConsumerRecord<byte[], byte[]> record) {

    /** Without its content, which may be what is not for logs. */
    @Override
    public String toString() {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }
}
