package io.counterfoil.idempotency.engine;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Counts of duplicates that this process has replayed and not yet written. While there are any, one batch is written each second, of
 * the keys that have waited longest; a key that is replayed while it waits is one row all the same. So a storm of replays costs the
 * store {@value #BATCH} rows a second. Only when {@value #MOST_KEYS} keys wait, the counting thread writes a batch. Thread-safe.
 */
public final class DuplicateCounts {

    /** Maximum number of keys in a batch. */
    public static final int BATCH = 500;

    /** Maximum number of keys in memory. */
    public static final int MOST_KEYS = 10_000;

    private static final long DELAY_MILLIS = 1000;

    private final ConcurrentHashMap<IdempotencyKey, Long> unwritten = new ConcurrentHashMap<>();

    /** The keys of {@link #unwritten}, each once, in the order of their first duplicates. */
    private final Queue<IdempotencyKey> waiting = new ConcurrentLinkedQueue<>();

    /** Shared while a batch is written; exclusive in a flush, which therefore waits for them. */
    private final ReadWriteLock writing = new ReentrantReadWriteLock();

    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final ReplayCache replays;
    private final ScheduledExecutorService timer;

    public DuplicateCounts(ReplayCache replays, ScheduledExecutorService timer) {
        this.replays = replays;
        this.timer = timer;
    }

    /** Counts one request more, and returns how many of this key are not written yet. */
    public long add(IdempotencyKey key, IdempotencyListener listener) {
        long pending = merge(key, 1);
        if (pending == 1 && unwritten.size() > MOST_KEYS) {
            writeBatch(listener);
        }
        writeLater(listener);
        return pending;
    }

    private long merge(IdempotencyKey key, long requests) {
        long pending = unwritten.merge(key, requests, Long::sum);
        if (pending == requests) {
            waiting.add(key);
        }
        return pending;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The task reports its failures to the listener; there is no result.
    private void writeLater(IdempotencyListener listener) {
        if (scheduled.get() || waiting.isEmpty() || !scheduled.compareAndSet(false, true)) {
            return;
        }
        timer.schedule(
                () -> {
                    scheduled.set(false);
                    writeBatch(listener);
                    writeLater(listener);
                },
                DELAY_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    /**
     * Writes all counts that are pending now, and waits for those that are being written. A failure is reported to the listener, and ends it.
     *
     * @return whether all were written
     */
    public boolean flush(IdempotencyListener listener) {
        writing.writeLock().lock();
        try {
            int left = unwritten.size();
            while (left > 0 && writeBatch(listener)) {
                left -= BATCH;
            }
            return left <= 0;
        } finally {
            writing.writeLock().unlock();
        }
    }

    /** The same on another thread, which this one waits for until the limit. */
    public boolean flush(IdempotencyListener listener, Duration limit) {
        FutureTask<Boolean> flush = new FutureTask<>(() -> flush(listener));
        DaemonThreads.thread("counterfoil-flush", flush).start();
        try {
            return flush.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException unreachable) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException failure) {
            throw new IllegalStateException(
                    "a listener failed when counts of duplicates were written", failure.getCause());
        } finally {
            flush.cancel(true);
        }
    }

    /**
     * Writes one batch. A failure is reported to the listener, and the counts are retained for a later batch, for as many keys as there is
     * room for.
     *
     * @return whether it was written
     */
    private boolean writeBatch(IdempotencyListener listener) {
        Optional<IdempotencyEvent> failed = writeBatch();
        // After the shared lock is released: a listener may flush, and that takes the exclusive one.
        failed.ifPresent(listener::on);
        return failed.isEmpty();
    }

    private Optional<IdempotencyEvent> writeBatch() {
        writing.readLock().lock();
        try {
            Map<IdempotencyKey, Long> batch = batch();
            return batch.isEmpty() ? Optional.empty() : write(batch);
        } finally {
            writing.readLock().unlock();
        }
    }

    private Optional<IdempotencyEvent> write(Map<IdempotencyKey, Long> batch) {
        try {
            replays.count(batch);
            return Optional.empty();
        } catch (RuntimeException failure) {
            batch.forEach((key, requests) -> {
                if (unwritten.size() < MOST_KEYS || unwritten.containsKey(key)) {
                    merge(key, requests);
                }
            });
            return Optional.of(new IdempotencyEvent.CountingFailed(batch.size(), failure));
        }
    }

    private Map<IdempotencyKey, Long> batch() {
        Map<IdempotencyKey, Long> batch = new HashMap<>();
        while (batch.size() < BATCH) {
            IdempotencyKey key = waiting.poll();
            if (key == null) {
                break;
            }
            // Only the thread that took the key from the queue removes it.
            Long requests = unwritten.remove(key);
            if (requests != null) {
                batch.put(key, requests);
            }
        }
        return batch;
    }
}
