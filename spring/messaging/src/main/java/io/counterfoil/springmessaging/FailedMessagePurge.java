package io.counterfoil.springmessaging;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.maintenance.RecordPurge;
import io.counterfoil.messaging.deadletter.FailedMessageStore;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes old failed messages and dead letters from their list now and then, batch by batch, on a thread of its own. Pauses between rounds are
 * drawn from half the interval to one and a half, so that processes that started together do not purge together. It rests after each batch as
 * {@link RecordPurge} does. Thread-safe.
 */
final class FailedMessagePurge implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(FailedMessagePurge.class);
    private static final int BATCH = FailedMessageStore.MAX_LIMIT;

    private final FailedMessageStore store;
    private final Duration interval;
    private final FailedMessageRetention retention;
    private final Thread thread = DaemonThreads.thread("counterfoil-failed-message-purge", this::rounds);
    private volatile boolean closed;

    /** Starts. */
    FailedMessagePurge(FailedMessageStore store, Duration interval, FailedMessageRetention retention) {
        this.store = store;
        this.interval = interval;
        this.retention = retention;
        thread.start();
    }

    private void rounds() {
        try {
            while (!closed) {
                double pause = interval.toNanos() * ThreadLocalRandom.current().nextDouble(0.5, 1.5);
                TimeUnit.NANOSECONDS.sleep((long) pause);
                round();
            }
        } catch (InterruptedException closing) {
            // Only close() interrupts this thread, and ends it.
            Thread.currentThread().interrupt();
        }
    }

    private void round() throws InterruptedException {
        try {
            RecordPurge.drain(
                    BATCH,
                    () -> closed,
                    () -> store.purge(retention.maxAge(), BATCH),
                    removed -> log.debug("Failed messages purged [count={}]", removed));
        } catch (RuntimeException failed) {
            if (!closed) {
                log.warn("Purging failed messages failed; the next round runs as scheduled", failed);
            }
        }
    }

    /** Ends; a batch in progress is interrupted. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
