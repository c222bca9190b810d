package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.messaging.Delivery;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides when deliveries are attempted until they are settled: in the calling thread at first, later on the timer's threads. A delivery that
 * is held occupies no thread. How a message takes effect once is {@link OnceProcessor}'s role. Thread-safe.
 *
 * <p>A held delivery is woken when another delivery of its key has ended in this process, and by the timer for the other processes.
 */
final class DeliveryScheduler implements AutoCloseable {

    private static final int THREADS = 4;
    private static final ThreadFactory FACTORY = DaemonThreads.numbered("counterfoil-inbox-");

    private final InboxSettings settings;
    private final ScheduledExecutorService timer;
    private final BatchSize size;
    private final SharedAttempt shared;
    private final Lock lock = new ReentrantLock();

    /** The deliveries that are held for each message, and what wakes them. */
    private final Map<MessageKey, Map<PendingDelivery, Future<?>>> held = new HashMap<>();

    private boolean closed;

    DeliveryScheduler(InboxSettings settings, OnceProcessor processor) {
        this.settings = settings;
        this.size = new BatchSize(settings.maxBatch());
        this.shared = new SharedAttempt(processor, size);
        this.timer = settings.timer().orElseGet(DeliveryScheduler::threads);
    }

    private static ScheduledExecutorService threads() {
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(THREADS, FACTORY);
        threads.setRemoveOnCancelPolicy(true);
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return threads;
    }

    /** A delivery to be attempted. */
    PendingDelivery pending(Delivery delivery, MessageKey key, DeliveryTask task) {
        return new PendingDelivery(delivery, key, task, settings, this);
    }

    /** How many deliveries an attempt takes at once at most. */
    int maxBatch() {
        return size.current();
    }

    /** The first attempt at deliveries that came together, in order, in the calling thread, which handles what this throws. */
    void attempt(List<PendingDelivery> deliveries) {
        Deque<PendingDelivery> left = new ArrayDeque<>(deliveries);
        while (!left.isEmpty()) {
            List<PendingDelivery> together = next(left);
            List<PendingDelivery> notBegun = together.isEmpty() ? List.of() : shared.run(together);
            for (int i = notBegun.size() - 1; i >= 0; i--) {
                left.addFirst(notBegun.get(i));
            }
        }
    }

    /** Begins the next deliveries: as many as can be attempted together. */
    private static List<PendingDelivery> next(Deque<PendingDelivery> left) {
        List<PendingDelivery> together = new ArrayList<>();
        while (!left.isEmpty()) {
            PendingDelivery next = left.getFirst();
            if (!next.begin()) {
                left.removeFirst();
                continue;
            }
            if (!together.isEmpty() && (next.isAlone() || !next.sharesWith(together.get(0)))) {
                break;
            }
            together.add(left.removeFirst());
            if (next.isAlone()) {
                break;
            }
        }
        return together;
    }

    /** Holds a delivery until its next attempt; false once the inbox or its timer has ended. */
    boolean hold(PendingDelivery delivery, Duration pause) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            Future<?> next = timer.schedule(() -> wake(delivery), pause.toNanos(), TimeUnit.NANOSECONDS);
            held.computeIfAbsent(delivery.key(), first -> new LinkedHashMap<>()).put(delivery, next);
            return true;
        } catch (RejectedExecutionException ended) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** A delivery of this message was settled: the others that are held may find its record. */
    void settled(MessageKey key) {
        List<PendingDelivery> others;
        lock.lock();
        try {
            others = List.copyOf(held.getOrDefault(key, Map.of()).keySet());
        } finally {
            lock.unlock();
        }
        others.forEach(this::wake);
    }

    /** Runs the next attempt on one of the timer's threads; the first of several calls takes effect. */
    private void wake(PendingDelivery delivery) {
        if (!isReleased(delivery)) {
            return;
        }
        try {
            timer.execute(delivery::attemptAgain);
        } catch (RejectedExecutionException ended) {
            delivery.giveBack();
        }
    }

    private boolean isReleased(PendingDelivery delivery) {
        lock.lock();
        try {
            Map<PendingDelivery, Future<?>> ofKey = held.getOrDefault(delivery.key(), new HashMap<>());
            Future<?> next = ofKey.remove(delivery);
            if (next == null) {
                return false;
            }
            next.cancel(false);
            if (ofKey.isEmpty()) {
                held.remove(delivery.key());
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        List<PendingDelivery> left = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            held.values().forEach(ofKey -> left.addAll(ofKey.keySet()));
            held.clear();
        } finally {
            lock.unlock();
        }
        left.forEach(PendingDelivery::giveBack);
        if (settings.timer().isEmpty()) {
            timer.shutdown();
        }
    }
}
