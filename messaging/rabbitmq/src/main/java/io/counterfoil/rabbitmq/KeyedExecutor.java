package io.counterfoil.rabbitmq;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles items on a few threads, several at once where several wait: the items of one key one after the other, in order, items without a key when a
 * thread is free. Waiting items occupy no thread, and no item waits for others to come. A thread takes its share of what waits, so that the
 * other threads have theirs. Thread-safe.
 */
final class KeyedExecutor<T> implements AutoCloseable {

    private static final ThreadFactory THREADS = DaemonThreads.numbered("counterfoil-rabbitmq-receiver-");
    private static final Logger LOG = LoggerFactory.getLogger(KeyedExecutor.class);

    private final int threads;
    private final IntSupplier maxBatch;
    private final Consumer<List<T>> handler;
    private final ExecutorService pool;

    /** The items of a key that wait, and whether a thread handles some of them; of each key that has any. */
    private final Map<String, Lane<T>> lanes = new HashMap<>();

    /** The lanes that have items and no thread. */
    private final Queue<Lane<T>> ready = new ArrayDeque<>();

    private int waiting;

    /**
     * @param maxBatch how many items are handled at once at most, asked before each time
     * @param handler handles items in their order, in a thread of the executor
     */
    KeyedExecutor(int threads, IntSupplier maxBatch, Consumer<List<T>> handler) {
        this.threads = threads;
        this.maxBatch = maxBatch;
        this.handler = handler;
        this.pool = Executors.newFixedThreadPool(threads, THREADS);
    }

    private static final class Lane<T> {

        private final Optional<String> key;
        private final Queue<T> items = new ArrayDeque<>();

        Lane(Optional<String> key) {
            this.key = key;
        }
    }

    void add(Optional<String> key, T item) {
        synchronized (ready) {
            Lane<T> known = key.map(lanes::get).orElse(null);
            Lane<T> lane = known == null ? new Lane<>(key) : known;
            lane.items.add(item);
            waiting++;
            if (known != null) {
                return;
            }
            key.ifPresent(name -> lanes.put(name, lane));
            ready.add(lane);
        }
        submit();
    }

    private void handleNext() {
        Set<Lane<T>> taken = new LinkedHashSet<>();
        List<T> items = take(taken);
        if (items.isEmpty()) {
            return;
        }
        try {
            handler.accept(items);
        } finally {
            taken.forEach(this::leave);
        }
    }

    /** Takes one item of each lane that is ready, and then further ones of the same lanes. */
    private List<T> take(Set<Lane<T>> taken) {
        List<T> items = new ArrayList<>();
        synchronized (ready) {
            int most = Math.min(maxBatch.getAsInt(), (waiting + threads - 1) / threads);
            Deque<Lane<T>> rest = new ArrayDeque<>();
            while (items.size() < most) {
                Lane<T> lane = ready.isEmpty() ? rest.poll() : ready.remove();
                if (lane == null) {
                    break;
                }
                taken.add(lane);
                items.add(lane.items.remove());
                waiting--;
                if (!lane.items.isEmpty()) {
                    rest.add(lane);
                }
            }
        }
        return items;
    }

    /** Goes behind the lanes that are ready, so that one busy key does not occupy a thread permanently. */
    private void leave(Lane<T> lane) {
        synchronized (ready) {
            if (lane.items.isEmpty()) {
                lane.key.ifPresent(lanes::remove);
                return;
            }
            ready.add(lane);
        }
        submit();
    }

    /** A delivery that comes after the close is not received, and delivered again by the broker. */
    private void submit() {
        try {
            pool.execute(this::handleNext);
        } catch (RejectedExecutionException closed) {
            LOG.debug("a delivery came after the close", closed);
        }
    }

    /** Starts to handle no more items, and does not wait: what runs completes. */
    @Override
    public void close() {
        pool.shutdown();
    }
}
