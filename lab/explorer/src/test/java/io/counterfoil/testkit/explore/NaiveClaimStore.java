package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A simple transactional store with optional faults; correct without them. */
final class NaiveClaimStore implements ClaimStore {

    /** The faults. */
    enum Fault {
        /** Looks for a record, and lets every caller without a record claim. */
        CLAIM_EXCLUDES_NOBODY,
        /** Commits the effect, and writes the record afterwards. */
        RECORD_AFTER_COMMIT,
        /** Frees the claim only of a unit that ends successfully. */
        CLAIM_OUTLIVES_FAILURE,
        /** A claim of a claimed key blocks inside the store. */
        CLAIM_BLOCKS,
        /** Replays the record without comparing contents. */
        CONTENTS_NOT_COMPARED
    }

    private final World world;
    private final Set<Fault> faults;
    // Concurrent, because a crashed process still unwinds while others run.
    private final Map<IdempotencyKey, IdempotencyRecord> records = new ConcurrentHashMap<>();
    private final Map<IdempotencyKey, KeyedRequest> claimed = new ConcurrentHashMap<>();

    private final AtomicInteger blocked;

    private long tokens;

    NaiveClaimStore(World world, Fault... faults) {
        this(world, new AtomicInteger(), faults);
    }

    /** @param blocked counts the claims that block */
    NaiveClaimStore(World world, AtomicInteger blocked, Fault... faults) {
        this.world = world;
        this.blocked = blocked;
        this.faults = EnumSet.noneOf(Fault.class);
        this.faults.addAll(Set.of(faults));
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        Unit unit = new Unit();
        boolean well = false;
        try {
            T result = work.run(unit);
            if (faults.contains(Fault.RECORD_AFTER_COMMIT) && unit.record != null) {
                world.committed();
                world.step("writes the record");
            }
            if (unit.record != null) {
                records.put(unit.record.key(), unit.record);
            }
            well = true;
            return result;
        } finally {
            if (well || !faults.contains(Fault.CLAIM_OUTLIVES_FAILURE)) {
                claimed.keySet().removeAll(unit.mine);
            }
        }
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
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return Optional.ofNullable(records.get(key));
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        requests.forEach((key, more) ->
                records.computeIfPresent(key, (same, record) -> record.withRequestCount(record.requestCount() + more)));
    }

    @Override
    public int purge(int limit) {
        return 0;
    }

    /** Blocks until the thread is interrupted. */
    private void block() {
        blocked.incrementAndGet();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException end) {
            throw new IllegalStateException("interrupted while it waited for a claim", end);
        }
    }

    private final class Unit implements Claims {

        private final Set<IdempotencyKey> mine = new HashSet<>();
        private @Nullable IdempotencyRecord record;

        @Override
        public Claim claim(KeyedRequest request) {
            IdempotencyRecord kept = records.get(request.key());
            if (kept != null) {
                return faults.contains(Fault.CONTENTS_NOT_COMPARED)
                        ? new Claim.Replay(kept)
                        : kept.answer(request.fingerprint());
            }
            KeyedRequest other = claimed.get(request.key());
            if (other != null && faults.contains(Fault.CLAIM_BLOCKS)) {
                block();
            }
            if (other != null && !faults.contains(Fault.CLAIM_EXCLUDES_NOBODY)) {
                return other.fingerprint().equals(request.fingerprint())
                        ? new Claim.InFlight()
                        : new Claim.Mismatch(Optional.empty());
            }
            claimed.put(request.key(), request);
            mine.add(request.key());
            return new Claim.Acquired(new Lease(request.key(), ++tokens));
        }

        @Override
        public Settlement complete(Lease lease, KeyedRequest request, Payload payload, Retention retention) {
            record = new IdempotencyRecord(
                    request.key(),
                    request.fingerprint(),
                    request.attempt(),
                    world.clock().instant(),
                    1,
                    payload);
            return Settlement.RECORDED;
        }

        @Override
        public boolean release(Lease lease) {
            return mine.remove(lease.key()) && claimed.remove(lease.key()) != null;
        }

        @Override
        public boolean hold(DataKey key) {
            return true;
        }
    }
}
