package io.counterfoil.idempotency.engine;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.RetainedRecord;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Records in memory, in front of a store, as many as fit into a number of bytes. Thread-safe.
 *
 * <p>A record does not change but for its count, and no store removes one before it expires. So an entry needs no invalidation: it ends with the
 * record, by the time that the store itself said was left, measured from before the read; and after the maximum age, which bounds what the cache
 * cannot know: rows that were removed by hand, and commits that the database has lost.
 *
 * <p>What is read within a transaction is not kept, because it may be rolled back.
 *
 * <p>A look-up takes no lock. Room is made by second chance: the entry that was kept first is removed, or put last where it was used meanwhile.
 */
public final class ReplayCache {

    /** What an entry takes besides its texts and its payload: measured with compressed references, and rounded up. */
    private static final int ENTRY_BYTES = 512;

    private final RecordStore store;
    private final BooleanSupplier inTransaction;
    private final long maxBytes;
    private final Duration maxAge;
    private final LongSupplier nanoTime;

    private final ConcurrentHashMap<IdempotencyKey, Entry> entries = new ConcurrentHashMap<>();

    /** The same entries; changed under its own lock, as are their contents and the sum of their bytes. */
    private final Queue<Entry> queue = new ArrayDeque<>();

    private long bytes;

    /**
     * @param inTransaction whether the calling thread is in a transaction that the store joins
     * @param maxBytes 0 for a cache that keeps nothing
     */
    public ReplayCache(
            RecordStore store, BooleanSupplier inTransaction, long maxBytes, Duration maxAge, LongSupplier nanoTime) {
        this.store = store;
        this.inTransaction = inTransaction;
        this.maxBytes = maxBytes;
        this.maxAge = maxAge;
        this.nanoTime = nanoTime;
    }

    /** The record of a key, where it is in memory. */
    public Optional<IdempotencyRecord> get(IdempotencyKey key) {
        Entry entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        Kept kept = entry.kept;
        if (kept.end - nanoTime.getAsLong() <= 0) {
            return Optional.empty();
        }
        entry.used = true;
        return Optional.of(kept.record);
    }

    /** Reads the record of a key from the store, and keeps it. */
    public Optional<IdempotencyRecord> read(IdempotencyKey key) {
        if (maxBytes == 0 || inTransaction.getAsBoolean()) {
            return store.find(key);
        }
        long before = nanoTime.getAsLong();
        Optional<RetainedRecord> found = store.findRetained(key);
        found.ifPresent(retained -> keep(retained, before));
        return found.map(RetainedRecord::record);
    }

    private void keep(RetainedRecord retained, long before) {
        Duration age =
                retained.remaining().filter(left -> left.compareTo(maxAge) < 0).orElse(maxAge);
        Kept kept = new Kept(retained.record(), nanoTime.getAsLong(), before + age.toNanos());
        if (age.isZero() || age.isNegative() || kept.bytes() > maxBytes) {
            return;
        }
        synchronized (queue) {
            Entry known = entries.get(kept.record.key());
            if (known == null) {
                Entry entry = new Entry(kept);
                entries.put(kept.record.key(), entry);
                queue.add(entry);
                bytes += kept.bytes();
            } else {
                bytes += kept.bytes() - known.kept.bytes();
                known.kept = kept;
            }
            while (bytes > maxBytes) {
                makeRoom();
            }
        }
    }

    private void makeRoom() {
        Entry first = queue.remove();
        if (first.used) {
            first.used = false;
            queue.add(first);
        } else {
            entries.remove(first.kept.record.key());
            bytes -= first.kept.bytes();
        }
    }

    /**
     * Counts requests in the store, and in the entries that were kept before: a record that is read meanwhile may have the new count.
     *
     * @throws RuntimeException of the store; then nothing is counted here
     */
    public void count(Map<IdempotencyKey, Long> requests) {
        long start = nanoTime.getAsLong();
        store.count(requests);
        synchronized (queue) {
            requests.forEach((key, more) -> {
                Entry entry = entries.get(key);
                if (entry != null && entry.kept.since - start <= 0) {
                    entry.kept = entry.kept.counting(more);
                }
            });
        }
    }

    /** A key's place in the cache. That {@link #used} is not synchronized may cost an entry its second chance. */
    private static final class Entry {

        private volatile Kept kept;
        private boolean used;

        Entry(Kept kept) {
            this.kept = kept;
        }
    }

    /**
     * @param since when it had been read, in the engine's nanoseconds
     * @param end until when it may be used, exclusive
     */
    private record Kept(IdempotencyRecord record, long since, long end) {

        Kept counting(long more) {
            return new Kept(record.withRequestCount(record.requestCount() + more), since, end);
        }

        long bytes() {
            IdempotencyKey key = record.key();
            return (long) ENTRY_BYTES
                    + record.payload().length()
                    + key.requestId().value().length()
                    + key.client().value().length()
                    + key.operation().value().length();
        }
    }
}
