package io.counterfoil.idempotency;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.RecordStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts of duplicates that this process has replayed and not yet written. They are written in one batch, one second after the first
 * of them, or by the counting thread when there are too many keys. Thread-safe.
 */
final class DuplicateCounts {

    /** Maximum number of keys in memory. */
    static final int MOST_KEYS = 10_000;

    private static final long DELAY_MILLIS = 1000;

    private final ConcurrentHashMap<IdempotencyKey, Long> unwritten = new ConcurrentHashMap<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final RecordStore store;
    private final ScheduledExecutorService timer;

    DuplicateCounts(RecordStore store, ScheduledExecutorService timer) {
        this.store = store;
        this.timer = timer;
    }

    /** Counts one request more, and returns how many of this key are not written yet. */
    long add(IdempotencyKey key, IdempotencyListener listener) {
        long pending = unwritten.merge(key, 1L, Long::sum);
        if (unwritten.size() > MOST_KEYS) {
            write(listener);
        } else if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
            writeLater(listener);
        }
        return pending;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The task reports its failures to the listener; there is no result.
    private void writeLater(IdempotencyListener listener) {
        timer.schedule(
                () -> {
                    scheduled.set(false);
                    write(listener);
                },
                DELAY_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    /**
     * Writes the pending counts. A failure is reported to the listener, and the counts are retained for the next batch, for as many keys
     * as there is room for.
     */
    void write(IdempotencyListener listener) {
        Map<IdempotencyKey, Long> batch = new HashMap<>();
        for (IdempotencyKey key : unwritten.keySet()) {
            Long requests = unwritten.remove(key);
            if (requests != null) {
                batch.put(key, requests);
            }
        }
        if (batch.isEmpty()) {
            return;
        }
        try {
            store.count(batch);
        } catch (RuntimeException failure) {
            batch.forEach((key, requests) -> {
                if (unwritten.size() < MOST_KEYS || unwritten.containsKey(key)) {
                    unwritten.merge(key, requests, Long::sum);
                }
            });
            listener.on(new IdempotencyEvent.CountingFailed(batch.size(), failure));
        }
    }
}
