package io.counterfoil.idempotency;

import io.counterfoil.idempotency.key.Fingerprint;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Where calls with one key meet inside a process, so that one of them speaks to the store and the others wait in memory:
 * a hundred duplicates of a slow request cost the store no more than one. Only a shortcut: what holds between processes
 * is the store's. Thread-safe.
 */
final class InFlightCalls<K> {

    private final ConcurrentHashMap<K, Entry> calls = new ConcurrentHashMap<>();

    /** Takes the room of this key, unless another call has it: then that one's is returned. */
    Optional<Entry> enter(K key, Entry mine) {
        return Optional.ofNullable(calls.putIfAbsent(key, mine));
    }

    /** Gives the room back, and wakes all who wait for that. */
    void leave(K key, Entry mine) {
        calls.remove(key, mine);
        mine.left.countDown();
    }

    /** One call that has its key to itself, inside this process. */
    static final class Entry {

        private final CountDownLatch left = new CountDownLatch(1);

        private volatile @Nullable Fingerprint working;

        /** The action is about to run, for a request with these contents. */
        void work(Fingerprint contents) {
            working = contents;
        }

        /** What the request at work contains; empty while it is not known to be the original. */
        Optional<Fingerprint> working() {
            return Optional.ofNullable(working);
        }

        /** Opens when the room is given back. */
        CountDownLatch end() {
            return left;
        }
    }
}
