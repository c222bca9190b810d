package io.counterfoil.idempotency.memory;

import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordEntry;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.RetainedRecord;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Claims and records in this process's memory, in both modes: for tests, and for a single process whose effects do not
 * outlive it.
 *
 * <p>A unit of work makes its records visible when it ends well, and none of them when it throws; of the work itself it can
 * undo nothing. Everything is gone when the process is. Every operation is short and under one lock, reading a record under
 * none; work never runs under it. Thread-safe.
 *
 * <p>Bounded: where it is full of records that have not expired, it refuses to claim, before any work is done.
 */
public final class InMemoryStore implements ClaimStore, LeaseStore, RecordDirectory {

    /** The default limit of keys. */
    public static final int DEFAULT_LIMIT = 100_000;

    private final InstantSource clock;
    private final int limit;

    /** Read without the lock; a value is replaced, never changed, but for its count. */
    private final ConcurrentHashMap<IdempotencyKey, Kept> records = new ConcurrentHashMap<>();

    private final PriorityQueue<Expiring> expiring = new PriorityQueue<>();
    private final Map<IdempotencyKey, Held> units = new HashMap<>();
    private final Map<IdempotencyKey, Leased> leases = new HashMap<>();
    private final Set<DataKey> held = new HashSet<>();
    private long lastToken;

    /**
     * Makes an empty store of at most {@value #DEFAULT_LIMIT} keys.
     *
     * @param clock the store's time, by which leases run and records expire
     */
    public InMemoryStore(InstantSource clock) {
        this(clock, DEFAULT_LIMIT);
    }

    /**
     * Makes an empty store.
     *
     * @param clock the store's time, by which leases run and records expire
     * @param limit how many keys it holds at most, in progress and recorded, at least 1
     * @throws IllegalArgumentException when the limit is less than 1
     */
    public InMemoryStore(InstantSource clock, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, not " + limit);
        }
        this.clock = clock;
        this.limit = limit;
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return Optional.ofNullable(records.get(key)).map(kept -> kept.record);
    }

    @Override
    public Optional<RetainedRecord> findRetained(IdempotencyKey key) {
        Instant now = clock.instant();
        return Optional.ofNullable(records.get(key))
                .map(kept -> new RetainedRecord(kept.record, kept.expires.map(at -> Duration.between(now, at))));
    }

    @Override
    public synchronized void count(Map<IdempotencyKey, Long> requests) {
        requests.forEach((key, more) -> records.computeIfPresent(key, (same, kept) -> kept.counting(more)));
    }

    @Override
    public synchronized int purge(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, not " + limit);
        }
        Instant now = clock.instant();
        int removed = 0;
        for (Expiring first = expiring.peek();
                removed < limit && first != null && !now.isBefore(first.at);
                first = expiring.peek()) {
            expiring.remove();
            records.remove(first.key);
            removed++;
        }
        return removed;
    }

    @Override
    public synchronized RecordPage list(RecordQuery query) {
        return RecordPage.of(query, entries(clock.instant()));
    }

    @Override
    public synchronized RecordBacklog backlog(int limit) {
        Instant now = clock.instant();
        return RecordBacklog.of(entries(now), now, limit);
    }

    private Stream<RecordEntry> entries(Instant now) {
        Stream<RecordEntry> atWork = leases.values().stream().map(leased -> leased.entry(now));
        return Stream.concat(records.values().stream().map(Kept::entry), atWork);
    }

    @Override
    public synchronized Optional<RecordDetail> look(IdempotencyKey key) {
        Instant now = clock.instant();
        return Optional.ofNullable(records.get(key))
                .map(kept -> new RecordDetail(kept.entry(), Optional.of(kept.record.payload())))
                .or(() -> Optional.ofNullable(leases.get(key))
                        .map(leased -> new RecordDetail(leased.entry(now), leased.progress)));
    }

    @Override
    public boolean joins() {
        return false;
    }

    @Override
    public boolean isConflict(Throwable failure) {
        return false;
    }

    @Override
    public boolean hasParts() {
        return true;
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        Unit unit = new Unit();
        try {
            T result = work.run(unit);
            unit.commit();
            return result;
        } finally {
            unit.end();
        }
    }

    @Override
    public synchronized Claim lease(KeyedRequest request, Duration duration, boolean takeOver) {
        Optional<Claim> taken = taken(request);
        if (taken.isPresent() && !(taken.get() instanceof Claim.Unknown && takeOver)) {
            return taken.get();
        }
        Leased former = leases.get(request.key());
        if (former == null) {
            reserve();
        }
        Instant now = clock.instant();
        boolean takenOver = former != null;
        Instant received = former == null ? now : former.received;
        Optional<Payload> progress = former == null ? Optional.empty() : former.progress;
        KeyedRequest original = former == null ? request : former.request;
        Lease lease = new Lease(request.key(), ++lastToken);
        leases.put(request.key(), new Leased(original, lease, received, now.plus(duration), progress));
        return new Claim.Acquired(lease, takenOver, progress);
    }

    @Override
    public synchronized boolean renew(Lease lease, Duration duration) {
        return changed(lease, leased -> leased.until(clock.instant().plus(duration)));
    }

    @Override
    public synchronized boolean save(Lease lease, Payload progress) {
        return changed(lease, leased -> leased.with(progress));
    }

    @Override
    public synchronized boolean abandon(Lease lease) {
        return changed(lease, leased -> leased.until(clock.instant()));
    }

    @Override
    public synchronized Settlement complete(Lease lease, Payload payload, Retention retention) {
        Leased leased = leases.get(lease.key());
        if (leased == null || !leased.lease.equals(lease)) {
            return Settlement.STALE;
        }
        leases.remove(lease.key());
        // Retention starts with the result, not with the request: one that is settled late is retained as long as any
        // other.
        keep(leased.request, leased.lease, leased.received, payload, retention.expiry(clock.instant()));
        return Settlement.RECORDED;
    }

    @Override
    public synchronized boolean release(Lease lease) {
        Leased leased = leases.get(lease.key());
        return leased != null && leased.lease.equals(lease) && leases.remove(lease.key(), leased);
    }

    @Override
    public synchronized Optional<Lease> takeOver(IdempotencyKey key, Duration duration) {
        Leased leased = leases.get(key);
        Instant now = clock.instant();
        if (leased == null || leased.runsAt(now)) {
            return Optional.empty();
        }
        Lease lease = new Lease(key, ++lastToken);
        leases.put(key, new Leased(leased.request, lease, leased.received, now.plus(duration), leased.progress));
        return Optional.of(lease);
    }

    private boolean changed(Lease lease, Change change) {
        Leased leased = leases.get(lease.key());
        if (leased == null || !leased.lease.equals(lease)) {
            return false;
        }
        leases.put(lease.key(), change.of(leased));
        return true;
    }

    /** Why the request cannot be claimed; empty when it can. */
    private Optional<Claim> taken(KeyedRequest request) {
        IdempotencyKey key = request.key();
        Kept kept = records.get(key);
        if (kept != null) {
            return Optional.of(kept.record.answer(request.fingerprint()));
        }
        Held unit = units.get(key);
        if (unit != null) {
            return Optional.of(atWork(unit.request, request, Optional.empty()));
        }
        Leased leased = leases.get(key);
        if (leased == null) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        if (leased.runsAt(now)) {
            return Optional.of(atWork(leased.request, request, Optional.of(Duration.between(now, leased.until))));
        }
        boolean same = leased.request.fingerprint().equals(request.fingerprint());
        return Optional.of(same ? new Claim.Unknown() : new Claim.Mismatch(Optional.empty()));
    }

    private static Claim atWork(KeyedRequest original, KeyedRequest other, Optional<Duration> leaseLeft) {
        return original.fingerprint().equals(other.fingerprint())
                ? new Claim.InFlight(leaseLeft)
                : new Claim.Mismatch(Optional.empty());
    }

    private void reserve() {
        if (records.size() + units.size() + leases.size() >= limit && purge(limit) == 0) {
            throw new StoreException("the in-memory store is full: it holds " + limit
                    + " keys, none of them expired; raise its limit, or shorten the retention of records");
        }
    }

    private void keep(KeyedRequest request, Lease lease, Instant received, Payload payload, Optional<Instant> expiry) {
        IdempotencyKey key = request.key();
        IdempotencyRecord record =
                new IdempotencyRecord(key, request.fingerprint(), request.attempt(), received, 1, payload);
        records.put(key, new Kept(record, lease.token(), expiry));
        expiry.ifPresent(at -> expiring.add(new Expiring(at, key)));
    }

    /** One unit of work: tracks its claims, and releases them at its end. */
    private final class Unit implements Claims {

        private final Map<IdempotencyKey, Held> mine = new HashMap<>();
        private final Map<IdempotencyKey, Completed> completed = new HashMap<>();
        private final Set<DataKey> mineHeld = new HashSet<>();

        @Override
        public Claim claim(KeyedRequest request) {
            synchronized (InMemoryStore.this) {
                Optional<Claim> taken = taken(request);
                if (taken.isPresent()) {
                    return taken.get();
                }
                reserve();
                Lease lease = new Lease(request.key(), ++lastToken);
                Held unit = new Held(request, lease, clock.instant());
                units.put(request.key(), unit);
                mine.put(request.key(), unit);
                return new Claim.Acquired(lease);
            }
        }

        @Override
        public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
            synchronized (InMemoryStore.this) {
                if (!owns(lease) || completed.containsKey(lease.key())) {
                    return Settlement.STALE;
                }
                completed.put(lease.key(), new Completed(payload, retention));
                return Settlement.RECORDED;
            }
        }

        /** There is nothing of the work's to undo here. */
        @Override
        public <T, X extends Exception> T part(UnitOfWork<T, X> work) throws X {
            return work.run(this);
        }

        @Override
        public boolean release(Lease lease) {
            synchronized (InMemoryStore.this) {
                if (!owns(lease)) {
                    return false;
                }
                completed.remove(lease.key());
                mine.remove(lease.key());
                units.remove(lease.key());
                return true;
            }
        }

        private boolean owns(Lease lease) {
            Held unit = mine.get(lease.key());
            return unit != null && unit.lease.equals(lease);
        }

        @Override
        public boolean hold(DataKey key) {
            synchronized (InMemoryStore.this) {
                return mineHeld.contains(key) || (held.add(key) && mineHeld.add(key));
            }
        }

        void commit() {
            synchronized (InMemoryStore.this) {
                completed.forEach((key, answer) -> {
                    @Nullable Held unit = mine.get(key);
                    if (unit != null) {
                        keep(
                                unit.request,
                                unit.lease,
                                unit.received,
                                answer.payload,
                                answer.retention.expiry(unit.received));
                    }
                });
            }
        }

        void end() {
            synchronized (InMemoryStore.this) {
                mine.keySet().forEach(units::remove);
                mine.clear();
                completed.clear();
                held.removeAll(mineHeld);
                mineHeld.clear();
            }
        }
    }

    private record Held(KeyedRequest request, Lease lease, Instant received) {}

    private record Completed(Payload payload, Retention retention) {}

    private record Kept(IdempotencyRecord record, long token, Optional<Instant> expires) {

        Kept counting(long more) {
            return new Kept(record.withRequestCount(record.requestCount() + more), token, expires);
        }

        RecordEntry entry() {
            return new RecordEntry(
                    record.key(),
                    RecordState.ANSWERED,
                    record.firstAttempt(),
                    record.firstReceived(),
                    record.requestCount(),
                    token,
                    Optional.empty(),
                    expires);
        }
    }

    private record Leased(
            KeyedRequest request, Lease lease, Instant received, Instant until, Optional<Payload> progress) {

        boolean runsAt(Instant now) {
            return now.isBefore(until);
        }

        RecordEntry entry(Instant now) {
            return new RecordEntry(
                    request.key(),
                    runsAt(now) ? RecordState.AT_WORK : RecordState.UNKNOWN,
                    request.attempt(),
                    received,
                    1,
                    lease.token(),
                    Optional.of(until),
                    Optional.empty());
        }

        Leased until(Instant end) {
            return new Leased(request, lease, received, end, progress);
        }

        Leased with(Payload newProgress) {
            return new Leased(request, lease, received, until, Optional.of(newProgress));
        }
    }

    private record Expiring(Instant at, IdempotencyKey key) implements Comparable<Expiring> {

        @Override
        public int compareTo(Expiring other) {
            return at.compareTo(other.at);
        }
    }

    private interface Change {
        Leased of(Leased leased);
    }
}
