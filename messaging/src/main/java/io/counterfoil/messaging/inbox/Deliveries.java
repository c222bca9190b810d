package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.Delivery;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings deliveries to their end: at once where that is possible, otherwise later, holding no thread until then.
 *
 * <p>A delivery that waits is woken when another of its key has ended in this process, and by the timer for what happens elsewhere.
 */
final class Deliveries implements AutoCloseable {

    private static final int THREADS = 4;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final int DOUBLINGS = 7;
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    private final Optional<TryLog> tries;
    private final int maxTries;
    private final Duration patience;
    private final ScheduledExecutorService timer;
    private final boolean ownTimer;
    private final Lock lock = new ReentrantLock();
    private final Map<MessageKey, Set<Held>> waiting = new HashMap<>();
    private boolean closed;

    Deliveries(InboxBuilder settings) {
        this.tries = settings.tries;
        this.maxTries = settings.maxTries;
        this.patience = settings.patience;
        this.ownTimer = settings.timer.isEmpty();
        this.timer = settings.timer.orElseGet(Deliveries::threads);
    }

    private static ScheduledExecutorService threads() {
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(THREADS, task -> {
            Thread thread = new Thread(task, "counterfoil-inbox-" + MADE.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        threads.setRemoveOnCancelPolicy(true);
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return threads;
    }

    /** Takes a delivery on; the first try is made in the calling thread. */
    void take(Delivery delivery, MessageKey key, InboxTask task) {
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

    /** One delivery on its way. */
    private final class Held {

        private final Delivery delivery;
        private final MessageKey key;
        private final InboxTask task;
        private boolean begun;
        private boolean counted;
        private int countedAlready;
        private int failuresHere;
        private int looks;
        private Duration waited = Duration.ZERO;
        private @Nullable Future<?> next;

        Held(Delivery delivery, MessageKey key, InboxTask task) {
            this.delivery = delivery;
            this.key = key;
            this.task = task;
        }

        /** One try, in the calling thread. */
        void run() {
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
            try {
                if (isTriedTooOften()) {
                    return end(task.giveUp("it was begun " + maxTries + " times, and never came to an end"));
                }
                return end(task.run());
            } catch (StoreException failure) {
                LOG.warn("The inbox's database failed; message {} waits", key, failure);
                return later();
            } catch (Exception | Error failure) {
                // An Error too: a message that overflows the stack does so at every try.
                return failed(failure);
            }
        }

        /** Whether it killed too many processes: asked before the first try of what may have been tried before. */
        private boolean isTriedTooOften() {
            int count = 0;
            if (!begun && delivery.isMaybeRedelivered() && tries.isPresent()) {
                count = tries.get().count(key);
                counted = true;
                countedAlready = count;
            }
            begun = true;
            return count > maxTries;
        }

        private boolean failed(Throwable failure) {
            try {
                int count = countFailure();
                if (count < maxTries) {
                    LOG.warn("Message {} failed, try {} of {}; it will be tried again", key, count, maxTries, failure);
                    return later();
                }
                LOG.error("Message {} failed, try {} of {}; it is rejected", key, count, maxTries, failure);
                return end(task.giveUp("it failed " + count + " times, at last by " + failure));
            } catch (StoreException away) {
                away.addSuppressed(failure);
                LOG.warn("The inbox's database failed; message {} waits", key, away);
                return later();
            }
        }

        /** A try that was counted when it began is not counted again. */
        private int countFailure() {
            failuresHere++;
            if (tries.isEmpty()) {
                return failuresHere;
            }
            int count = countedAlready > 0 ? countedAlready : tries.get().count(key);
            countedAlready = 0;
            counted = true;
            return count;
        }

        private boolean end(boolean done) {
            if (!done) {
                return later();
            }
            if (counted) {
                forget();
            }
            return true;
        }

        /** A count that stays is one that a later delivery of this message begins with, and nothing worse. */
        private void forget() {
            try {
                tries.ifPresent(log -> log.forget(key));
            } catch (StoreException failure) {
                LOG.warn("The tries of message {} could not be forgotten", key, failure);
            }
        }

        private boolean later() {
            if (waited.compareTo(patience) >= 0) {
                LOG.warn("Message {} has waited for {}, and is given back", key, waited);
                delivery.giveBack();
                return true;
            }
            Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(looks, DOUBLINGS));
            pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
            looks++;
            waited = waited.plus(pause);
            hold(pause);
            return false;
        }

        private void hold(Duration pause) {
            if (!isHeld(pause)) {
                delivery.giveBack();
            }
        }

        /** Whether it waits now; not once the inbox or its timer has ended. */
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

        /** Tries again, on a thread of the timer's; once, whoever comes first. */
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

        /** On a thread of the timer's nobody hears of a failure that leaves it, and nobody else has the delivery. */
        private void runOrGiveBack() {
            try {
                run();
            } catch (RuntimeException | Error failure) {
                LOG.error("Message {} could be neither processed nor rejected, and is given back", key, failure);
                delivery.giveBack();
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
