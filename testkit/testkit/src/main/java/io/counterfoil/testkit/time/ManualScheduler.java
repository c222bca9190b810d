package io.counterfoil.testkit.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler whose time advances only by {@link #advance}, which runs the due tasks in the calling thread, ordered by
 * due time and then by submission. A task without a delay is due immediately and runs with the next {@link #advance}.
 *
 * <p>Thread-safe; tasks run without holding a lock.
 */
public final class ManualScheduler extends AbstractExecutorService implements ScheduledExecutorService {

    private final List<Task<?>> tasks = new ArrayList<>();
    private long now;
    private long arrivals;
    private boolean shutDown;

    /**
     * Advances the time and runs the tasks that become due; during a task, the current time is its due time.
     *
     * @param by the duration; zero runs only tasks that are already due
     */
    public void advance(Duration by) {
        long until;
        synchronized (this) {
            until = now + by.toNanos();
        }
        for (Optional<Task<?>> next = nextUntil(until); next.isPresent(); next = nextUntil(until)) {
            next.get().runOnce();
        }
        synchronized (this) {
            now = Math.max(now, until);
        }
    }

    /** {@return the number of tasks that are not yet due} */
    public synchronized int waiting() {
        return tasks.size();
    }

    private synchronized Optional<Task<?>> nextUntil(long until) {
        Optional<Task<?>> next = tasks.stream()
                .filter(task -> task.due <= until)
                .min(Comparator.<Task<?>>comparingLong(task -> task.due).thenComparingLong(task -> task.arrival));
        next.ifPresent(task -> {
            tasks.remove(task);
            now = Math.max(now, task.due);
        });
        return next;
    }

    private synchronized <T> Task<T> add(Callable<T> work, long delayNanos, long periodNanos, boolean fixedRate) {
        if (shutDown) {
            throw new RejectedExecutionException("the scheduler is shut down");
        }
        Task<T> task = new Task<>(work, now + Math.max(0, delayNanos), periodNanos, fixedRate, arrivals++);
        tasks.add(task);
        return task;
    }

    private synchronized void again(Task<?> task) {
        if (!shutDown && !task.isCancelled()) {
            task.due = (task.fixedRate ? task.due : now) + task.period;
            tasks.add(task);
        }
    }

    private synchronized void forget(Task<?> task) {
        tasks.remove(task);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return add(Executors.callable(command), unit.toNanos(delay), 0, false);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return add(callable, unit.toNanos(delay), 0, false);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return add(Executors.callable(command), unit.toNanos(initialDelay), positive(unit.toNanos(period)), true);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return add(Executors.callable(command), unit.toNanos(initialDelay), positive(unit.toNanos(delay)), false);
    }

    private static long positive(long nanos) {
        if (nanos <= 0) {
            throw new IllegalArgumentException("period must be positive, not " + nanos + " ns");
        }
        return nanos;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // A caller that needs the outcome submits it.
    public void execute(Runnable command) {
        add(Executors.callable(command), 0, 0, false);
    }

    /** Discards all tasks and rejects new ones. */
    @Override
    public synchronized void shutdown() {
        shutDown = true;
        tasks.clear();
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        List<Runnable> left = new ArrayList<>(tasks);
        shutdown();
        return left;
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutDown;
    }

    @Override
    public boolean isTerminated() {
        return isShutdown();
    }

    /** Whether the scheduler is shut down. Returns immediately, because waiting could not change the result. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isShutdown();
    }

    private final class Task<T> extends FutureTask<T> implements ScheduledFuture<T> {

        private final long period;
        private final boolean fixedRate;
        private final long arrival;

        private long due;

        Task(Callable<T> work, long due, long period, boolean fixedRate, long arrival) {
            super(work);
            this.due = due;
            this.period = period;
            this.fixedRate = fixedRate;
            this.arrival = arrival;
        }

        void runOnce() {
            if (period == 0) {
                run();
            } else if (runAndReset()) {
                again(this);
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            // Afterwards, because a periodic task that is running could otherwise be added again.
            forget(this);
            return cancelled;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            synchronized (ManualScheduler.this) {
                return unit.convert(due - now, TimeUnit.NANOSECONDS);
            }
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
