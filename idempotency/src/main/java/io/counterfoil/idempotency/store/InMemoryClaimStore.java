package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Claims and records in this process's memory: for tests, and for a single process whose effects do not outlive it.
 *
 * <p>It joins no transaction: an action that fails half-way is not undone. Records are gone when the process is. Every
 * operation is short and under one lock; work never runs under it. Thread-safe.
 */
public final class InMemoryClaimStore implements ClaimStore {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final InstantSource clock;
    private final Map<IdempotencyKey, Lease> leases = new HashMap<>();
    private final Map<IdempotencyKey, Kept> records = new HashMap<>();
    private final Set<DataKey> held = new HashSet<>();
    private long lastToken;

    /** A store that tells time by this clock. */
    public InMemoryClaimStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        Unit unit = new Unit();
        try {
            return work.run(unit);
        } finally {
            unit.end();
        }
    }

    @Override
    public synchronized int purge(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, not " + limit);
        }
        Instant now = clock.instant();
        List<IdempotencyKey> expired = records.entrySet().stream()
                .filter(entry -> entry.getValue().expiredAt(now))
                .sorted(Map.Entry.comparingByValue((a, b) -> a.received.compareTo(b.received)))
                .limit(limit)
                .map(Map.Entry::getKey)
                .toList();
        expired.forEach(records::remove);
        return expired.size();
    }

    /** One unit of work: knows what it holds, and lets go of it at its end. */
    private final class Unit implements Claims {

        private final Map<IdempotencyKey, Received> mine = new HashMap<>();
        private final Set<DataKey> mineHeld = new HashSet<>();

        @Override
        public Claim claim(KeyedRequest request) {
            synchronized (InMemoryClaimStore.this) {
                IdempotencyKey key = request.key();
                Kept kept = records.get(key);
                if (kept != null) {
                    return kept.answer(request);
                }
                if (leases.containsKey(key)) {
                    return new Claim.InFlight(RETRY_AFTER);
                }
                Lease lease = new Lease(key, ++lastToken);
                leases.put(key, lease);
                mine.put(key, new Received(lease, clock.instant()));
                return new Claim.Acquired(lease);
            }
        }

        @Override
        public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
            synchronized (InMemoryClaimStore.this) {
                Received received = mine.get(lease.key());
                if (received == null || !received.lease.equals(lease)) {
                    return Settlement.STALE;
                }
                records.put(lease.key(), new Kept(request, received.at, payload, retention.expiry(received.at)));
                return release(lease) ? Settlement.RECORDED : Settlement.STALE;
            }
        }

        @Override
        public boolean release(Lease lease) {
            synchronized (InMemoryClaimStore.this) {
                Received received = mine.get(lease.key());
                if (received == null || !received.lease.equals(lease)) {
                    return false;
                }
                mine.remove(lease.key());
                return leases.remove(lease.key(), lease);
            }
        }

        @Override
        public boolean hold(DataKey key) {
            synchronized (InMemoryClaimStore.this) {
                return mineHeld.contains(key) || (held.add(key) && mineHeld.add(key));
            }
        }

        @Override
        public boolean joined() {
            return false;
        }

        void end() {
            synchronized (InMemoryClaimStore.this) {
                mine.keySet().forEach(leases::remove);
                mine.clear();
                held.removeAll(mineHeld);
                mineHeld.clear();
            }
        }
    }

    private record Received(Lease lease, Instant at) {}

    private static final class Kept {

        private final KeyedRequest original;
        private final Instant received;
        private final Payload payload;
        private final Optional<Instant> expiry;
        private long requests = 1;

        Kept(KeyedRequest original, Instant received, Payload payload, Optional<Instant> expiry) {
            this.original = original;
            this.received = received;
            this.payload = payload;
            this.expiry = expiry;
        }

        boolean expiredAt(Instant now) {
            return expiry.filter(at -> !now.isBefore(at)).isPresent();
        }

        Claim answer(KeyedRequest duplicate) {
            requests++;
            Fingerprint fingerprint = original.fingerprint();
            IdempotencyRecord record =
                    new IdempotencyRecord(original.key(), fingerprint, original.attempt(), received, requests, payload);
            return fingerprint.equals(duplicate.fingerprint()) ? new Claim.Replay(record) : new Claim.Mismatch(record);
        }
    }
}
