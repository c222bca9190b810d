package io.counterfoil.messaging.inbox;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Extension;
import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.inbox.Inbox.AttemptLog;
import io.counterfoil.messaging.inbox.Inbox.MessageKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes deliveries until they are settled: in the calling thread at first, later on the timer's threads. A delivery that waits occupies
 * no thread.
 *
 * <p>A waiting delivery is woken when another delivery of its key has ended in this process, and by the timer for the other processes.
 */
final class Deliveries implements AutoCloseable {

    private static final int THREADS = 4;
    private static final ThreadFactory FACTORY = DaemonThreads.numbered("counterfoil-inbox-");
    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    private final Optional<AttemptLog> attempts;
    private final int maxAttempts;
    private final Duration holdLimit;
    private final InboxListener events;
    private final Extension each;
    private final ScheduledExecutorService timer;
    private final boolean ownTimer;
    private final Lock lock = new ReentrantLock();
    private final Map<MessageKey, Set<Held>> waiting = new HashMap<>();
    private boolean closed;

    Deliveries(Inbox.Builder settings) {
        this.attempts = settings.attempts;
        this.maxAttempts = settings.maxAttempts;
        this.holdLimit = settings.holdLimit;
        this.events = settings.listener;
        this.each = Extension.timed(AttemptCount.PAUSES.first(), AttemptCount.PAUSES.longest(), maxAttempts);
        this.ownTimer = settings.timer.isEmpty();
        this.timer = settings.timer.orElseGet(Deliveries::threads);
    }

    private static ScheduledExecutorService threads() {
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(THREADS, FACTORY);
        threads.setRemoveOnCancelPolicy(true);
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return threads;
    }

    /** Processes a delivery; the first attempt runs in the calling thread. */
    void take(Delivery delivery, MessageKey key, Inbox.Task task) {
        new Held(delivery, key, task).run();
    }

    @Override
    public void close() {
        List<Held> held = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            waiting.values().forEach(held::addAll);
            waiting.clear();
        } finally {
            lock.unlock();
        }
        held.forEach(Held::giveBack);
        if (ownTimer) {
            timer.shutdown();
        }
    }

    private void ended(MessageKey key) {
        Set<Held> woken;
        lock.lock();
        try {
            woken = waiting.containsKey(key) ? Set.copyOf(waiting.get(key)) : Set.of();
        } finally {
            lock.unlock();
        }
        woken.forEach(Held::wake);
    }

    /** One delivery until it is settled. */
    private final class Held {

        private final Delivery delivery;
        private final Message message;
        private final MessageKey key;
        private final Inbox.Task task;
        private final AttemptCount count;
        private @Nullable Future<?> next;

        Held(Delivery delivery, MessageKey key, Inbox.Task task) {
            this.delivery = delivery;
            this.message = delivery.message().incoming();
            this.key = key;
            this.task = task;
            this.count = new AttemptCount(key, attempts);
        }

        /** One attempt, in the calling thread. */
        void run() {
            Correlation.Scope processing = message.processing(each);
            try (processing) {
                attemptInScopes();
            }
        }

        private void attemptInScopes() {
            boolean done;
            AutoCloseable scope = task.openScope();
            try (scope) {
                done = attempt();
            } catch (Exception failure) {
                throw new IllegalStateException("a scope did not close", failure);
            }
            if (done) {
                ended(key);
            }
        }

        private boolean attempt() {
            boolean usedUp;
            try {
                usedUp = count.begin(delivery.isMaybeRedelivered()) > maxAttempts;
            } catch (StoreException uncounted) {
                return held(uncounted);
            }
            boolean done;
            try {
                done = usedUp ? task.giveUp("it was begun " + maxAttempts + " times, and never ended") : task.run();
            } catch (Exception | Error failure) {
                // An Error too: a message that overflows the stack does so at every attempt.
                return StoreOutage.isReportedBy(failure) ? held(failure) : failed(failure);
            }
            try {
                if (!done) {
                    count.takeBack();
                }
            } catch (StoreException stillCounted) {
                return held(stillCounted);
            }
            return end(done);
        }

        private boolean held(Throwable failure) {
            String text = StoreOutage.describe(failure);
            LOG.warn("The inbox's database failed; message {} is held: {}", key, text, count.untraced(failure));
            return later();
        }

        private boolean failed(Throwable failure) {
            String text = StoreOutage.describe(failure);
            try {
                int failures = count.fail();
                events.failed(key, failures, maxAttempts, failure);
                if (failures < maxAttempts) {
                    LOG.warn(
                            "Message {} failed, attempt {} of {}; it will be retried: {}",
                            key,
                            failures,
                            maxAttempts,
                            text,
                            count.untraced(failure));
                    return later();
                }
                LOG.error(
                        "Message {} failed, attempt {} of {}; it is rejected: {}",
                        key,
                        failures,
                        maxAttempts,
                        text,
                        count.untraced(failure));
                return end(task.giveUp("it failed " + failures + " times, the last time by " + text));
            } catch (StoreException away) {
                away.addSuppressed(failure);
                return held(away);
            }
        }

        private boolean end(boolean done) {
            if (!done) {
                return later();
            }
            count.forget();
            return true;
        }

        private boolean later() {
            if (count.waited().compareTo(holdLimit) >= 0) {
                LOG.warn("Message {} was held for {} and is returned to the broker", key, count.waited());
                delivery.giveBack();
                return true;
            }
            hold(count.nextPause());
            return false;
        }

        private void hold(Duration pause) {
            if (!isHeld(pause)) {
                delivery.giveBack();
            }
        }

        /** Whether it waits now; false once the inbox or its timer has ended. */
        private boolean isHeld(Duration pause) {
            lock.lock();
            try {
                if (closed) {
                    return false;
                }
                next = timer.schedule(this::wake, pause.toNanos(), TimeUnit.NANOSECONDS);
                waiting.computeIfAbsent(key, first -> new HashSet<>()).add(this);
                return true;
            } catch (RejectedExecutionException ended) {
                return false;
            } finally {
                lock.unlock();
            }
        }

        /** Runs the next attempt on one of the timer's threads; the first of several calls takes effect. */
        void wake() {
            if (!hasLeft()) {
                return;
            }
            try {
                timer.execute(this::runOrGiveBack);
            } catch (RejectedExecutionException ended) {
                delivery.giveBack();
            }
        }

        /** A failure that left a thread of the timer would be lost, and the delivery with it. */
        private void runOrGiveBack() {
            Correlation.Scope processing = message.processing(each);
            try (processing) {
                try {
                    attemptInScopes();
                } catch (RuntimeException | Error failure) {
                    LOG.error(
                            "Message {} could be neither processed nor rejected, and is returned to the broker",
                            key,
                            failure);
                    delivery.giveBack();
                }
            }
        }

        private boolean hasLeft() {
            lock.lock();
            try {
                if (next != null) {
                    next.cancel(false);
                }
                return leave();
            } finally {
                lock.unlock();
            }
        }

        private boolean leave() {
            Set<Held> others = waiting.get(key);
            boolean here = others != null && others.remove(this);
            if (others != null && others.isEmpty()) {
                waiting.remove(key);
            }
            return here;
        }

        void giveBack() {
            delivery.giveBack();
        }
    }
}
