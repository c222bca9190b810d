package io.counterfoil.idempotency.engine;

import io.counterfoil.idempotency.key.Fingerprint;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The calls in progress within this process, by key. One call of each key queries the store and the others wait for it in memory: a
 * hundred duplicates of a slow request cost the store no more than one. An optimization; correctness between processes is up to the
 * store. Thread-safe.
 */
public final class InFlightCalls<K> {

    private final ConcurrentHashMap<K, Entry> calls = new ConcurrentHashMap<>();

    /** Registers a call under its key, unless another call is registered: then the entry of that call is returned. */
    public Optional<Entry> enter(K key, Entry mine) {
        return Optional.ofNullable(calls.putIfAbsent(key, mine));
    }

    /** Removes the entry, and wakes all threads that wait for its end. */
    public void leave(K key, Entry mine) {
        calls.remove(key, mine);
        mine.left.countDown();
    }

    /** A call that owns its key within this process. */
    public static final class Entry {

        private final CountDownLatch left = new CountDownLatch(1);

        private volatile @Nullable Fingerprint working;

        /** The action is about to run, for a request with these contents. */
        public void work(Fingerprint contents) {
            working = contents;
        }

        /** The fingerprint of the request in progress; empty until its action starts. */
        public Optional<Fingerprint> working() {
            return Optional.ofNullable(working);
        }

        /** Opens when the call has ended. */
        public CountDownLatch end() {
            return left;
        }
    }
}
