package io.counterfoil.springboot;

import io.counterfoil.idempotency.store.ClaimStore;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes expired records now and then, batch by batch, on a thread of its own (RQ-17). */
final class RecordPurge implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RecordPurge.class);

    private final ClaimStore store;
    private final int batch;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "counterfoil-purge");
        thread.setDaemon(true);
        return thread;
    });

    private final ScheduledFuture<?> rounds;

    RecordPurge(ClaimStore store, CounterfoilProperties.Purge purge) {
        this.store = store;
        this.batch = purge.batch();
        long nanos = purge.interval().toNanos();
        rounds = timer.scheduleWithFixedDelay(this::round, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private void round() {
        try {
            int removed;
            do {
                removed = store.purge(batch);
            } while (removed == batch && !timer.isShutdown());
        } catch (RuntimeException failure) {
            // A scheduled task that throws is never run again, and a database may be back in a minute.
            log.warn("Purging expired records failed, next round as planned", failure);
        }
    }

    @Override
    public void close() {
        rounds.cancel(true);
        timer.shutdownNow();
    }
}
