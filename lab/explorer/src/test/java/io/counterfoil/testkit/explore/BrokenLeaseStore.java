package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The in-memory store with one fault. */
final class BrokenLeaseStore implements LeaseStore {

    /** The faults. */
    enum Fault {
        /** Completes for every caller, and the last result wins. */
        COMPLETES_WITHOUT_TOKEN,
        /** Releases for every caller. */
        RELEASES_WITHOUT_TOKEN,
        /** Renews for every caller. */
        RENEWS_WITHOUT_TOKEN,
        /** Permits a takeover one microsecond before the expiry. */
        TAKES_OVER_EARLY,
        /** Permits a takeover only one microsecond after the expiry. */
        TAKES_OVER_LATE,
        /** Issues equal tokens. */
        ONE_TOKEN_FOR_ALL,
        /** Treats an expired lease as absent. */
        FORGETS_WHAT_RAN_OUT,
        /** Reports progress as saved without saving it. */
        SAVES_NOTHING
    }

    private final InMemoryStore store;
    private final Fault fault;
    private final Map<IdempotencyKey, Lease> owners = new HashMap<>();
    private final Map<IdempotencyKey, Payload> last = new HashMap<>();

    BrokenLeaseStore(World world, Fault fault) {
        this.store = new InMemoryStore(world.clock());
        this.fault = fault;
    }

    @Override
    public Claim lease(KeyedRequest request, Duration duration, boolean takeOver) {
        boolean takes = takeOver || fault == Fault.FORGETS_WHAT_RAN_OUT;
        Claim claim = store.lease(request, given(duration), takes);
        if (claim instanceof Claim.Replay replay) {
            return new Claim.Replay(lastAnswer(replay.record()));
        }
        if (!(claim instanceof Claim.Acquired acquired)) {
            return claim;
        }
        owners.put(request.key(), acquired.lease());
        return switch (fault) {
            case FORGETS_WHAT_RAN_OUT -> new Claim.Acquired(acquired.lease());
            case ONE_TOKEN_FOR_ALL ->
                new Claim.Acquired(new Lease(request.key(), 1), acquired.takenOver(), acquired.progress());
            default -> acquired;
        };
    }

    @Override
    public boolean renew(Lease lease, Duration duration) {
        return store.renew(lease(lease, Fault.RENEWS_WITHOUT_TOKEN), duration);
    }

    @Override
    public boolean save(Lease lease, Payload progress) {
        return fault == Fault.SAVES_NOTHING || store.save(lease(lease, Fault.ONE_TOKEN_FOR_ALL), progress);
    }

    @Override
    public Settlement complete(Lease lease, Payload payload, Retention retention) {
        Settlement settlement = store.complete(lease(lease, Fault.COMPLETES_WITHOUT_TOKEN), payload, retention);
        if (fault == Fault.COMPLETES_WITHOUT_TOKEN) {
            last.put(lease.key(), payload);
            return Settlement.RECORDED;
        }
        return settlement;
    }

    @Override
    public boolean release(Lease lease) {
        return store.release(lease(lease, Fault.RELEASES_WITHOUT_TOKEN));
    }

    @Override
    public boolean abandon(Lease lease) {
        return store.abandon(lease(lease, Fault.ONE_TOKEN_FOR_ALL));
    }

    @Override
    public Optional<Lease> takeOver(IdempotencyKey key, Duration duration) {
        return store.takeOver(key, duration);
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return store.find(key).map(this::lastAnswer);
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        store.count(requests);
    }

    @Override
    public int purge(int limit) {
        return store.purge(limit);
    }

    private Duration given(Duration asked) {
        return switch (fault) {
            case TAKES_OVER_EARLY -> asked.minus(StoreModel.TICK);
            case TAKES_OVER_LATE -> asked.plus(StoreModel.TICK);
            default -> asked;
        };
    }

    /** The owner's lease, if this fault, or that of tokens, ignores the caller's. */
    private Lease lease(Lease asking, Fault hiding) {
        return fault == hiding || fault == Fault.ONE_TOKEN_FOR_ALL ? owners.getOrDefault(asking.key(), asking) : asking;
    }

    private IdempotencyRecord lastAnswer(IdempotencyRecord record) {
        Payload answer = last.getOrDefault(record.key(), record.payload());
        return new IdempotencyRecord(
                record.key(),
                record.fingerprint(),
                record.firstAttempt(),
                record.firstReceived(),
                record.requestCount(),
                answer);
    }
}
