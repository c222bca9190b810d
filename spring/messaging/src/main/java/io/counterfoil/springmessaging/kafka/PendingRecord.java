package io.counterfoil.springmessaging.kafka;

import io.counterfoil.idempotency.concurrent.Backoff;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.support.Acknowledgment;

/** A record that is not settled yet, over all its deliveries here. */
final class PendingRecord {

    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));

    final ConsumerRecord<byte[], byte[]> record;
    final Acknowledgment acknowledgment;
    final ReceiverListener.Assignment assignment;

    private final AtomicInteger returns = new AtomicInteger();

    PendingRecord(
            ConsumerRecord<byte[], byte[]> record,
            Acknowledgment acknowledgment,
            ReceiverListener.Assignment assignment) {
        this.record = record;
        this.acknowledgment = acknowledgment;
        this.assignment = assignment;
    }

    /** Runs a task after a pause that grows each time. */
    void later(Runnable task) {
        Redeliveries.after(PAUSES.after(returns.incrementAndGet()).toMillis(), task);
    }

    /** Without its content, which may be confidential. */
    @Override
    public String toString() {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }
}
