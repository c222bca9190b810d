package io.counterfoil.operations;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Those who wait for an operation to end. Thread-safe. */
final class Waiters {

    /** The poll interval of the database: for ends in other processes. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(250);

    private final Semaphore places;
    private final Map<Key, List<CountDownLatch>> waiting = new HashMap<>();

    Waiters(int most) {
        this.places = new Semaphore(most);
    }

    record Key(Namespace namespace, String kind, ReferenceId reference) {

        static Key of(Operation operation) {
            return new Key(operation.namespace(), operation.kind(), operation.reference());
        }
    }

    /** Reads the operation as it is now. */
    @FunctionalInterface
    interface OperationQuery<X extends Exception> {

        Optional<Operation> find() throws X;
    }

    /** Looks until it has ended or the time is over; once where there are too many already. */
    <X extends Exception> Optional<Operation> await(Key key, Duration atMost, OperationQuery<X> query)
            throws X, InterruptedException {
        if (!places.tryAcquire()) {
            return query.find();
        }
        CountDownLatch ended = new CountDownLatch(1);
        add(key, ended);
        try {
            long begin = System.nanoTime();
            while (true) {
                Optional<Operation> operation = query.find();
                Duration left = atMost.minusNanos(System.nanoTime() - begin);
                if (operation.isEmpty() || operation.get().hasEnded() || left.isNegative() || left.isZero()) {
                    return operation;
                }
                Duration pause = left.compareTo(POLL_INTERVAL) < 0 ? left : POLL_INTERVAL;
                if (ended.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    return query.find();
                }
            }
        } finally {
            remove(key, ended);
            places.release();
        }
    }

    /** An operation has ended in this process. */
    void ended(Operation operation) {
        synchronized (waiting) {
            waiting.getOrDefault(Key.of(operation), List.of()).forEach(CountDownLatch::countDown);
        }
    }

    private void add(Key key, CountDownLatch latch) {
        synchronized (waiting) {
            waiting.computeIfAbsent(key, none -> new ArrayList<>()).add(latch);
        }
    }

    private void remove(Key key, CountDownLatch latch) {
        synchronized (waiting) {
            List<CountDownLatch> all = waiting.getOrDefault(key, new ArrayList<>());
            all.remove(latch);
            if (all.isEmpty()) {
                waiting.remove(key);
            }
        }
    }
}
