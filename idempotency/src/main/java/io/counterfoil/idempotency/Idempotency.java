package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The engine: carries a keyed request out once, and answers every duplicate with what came of it.
 *
 * <pre>{@code
 * Idempotency idempotency = Idempotency.on(store);
 * Outcome<Receipt> outcome = idempotency.execute(request, codec, lease -> Completion.remember(book(order)));
 * }</pre>
 *
 * <h2>How it holds</h2>
 *
 * Claim, work and record are one unit of work of the store. On a transactional store that is one database transaction,
 * so a process that dies at any instant leaves the whole effect with its record, or neither (RQ-13): before the commit
 * the database forgets both and frees the claim, after it the next try finds the record.
 *
 * <p>A duplicate never waits inside the store. It learns in one question that the key is in flight, ends its unit, pauses
 * with empty hands and asks again (RQ-12). When the original fails or dies meanwhile, the duplicate finds the key free
 * and carries the request out itself.
 *
 * <p>Should two claimants ever both believe to own a key, the store's own uniqueness decides: the second is told
 * {@link Settlement#STALE}, its unit is undone, and it asks again, to find the first one's record.
 *
 * <p>Thread-safe.
 */
public final class Idempotency {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final ClaimStore store;
    private final IdempotencyPolicy policy;
    private final Patience patience;

    private Idempotency(ClaimStore store, IdempotencyPolicy policy, Patience patience) {
        this.store = store;
        this.policy = policy;
        this.patience = patience;
    }

    /** An engine on this store, under {@link IdempotencyPolicy#DEFAULT}. */
    public static Idempotency on(ClaimStore store) {
        return new Idempotency(store, IdempotencyPolicy.DEFAULT, new Patience(System::nanoTime, Pause.SLEEP));
    }

    /** The same engine under another policy. */
    public Idempotency with(IdempotencyPolicy policy) {
        return new Idempotency(store, policy, patience);
    }

    /** The same engine, waiting in another way and measuring its waits by another clock (nanoseconds, monotonic). */
    public Idempotency waiting(Pause pause, LongSupplier nanoTime) {
        return new Idempotency(store, policy, new Patience(nanoTime, pause));
    }

    /** The policy this engine works under. */
    public IdempotencyPolicy policy() {
        return policy;
    }

    /**
     * Carries the request out, or answers it with what came of it before.
     *
     * <p>The action runs in the calling thread, if it runs. Over all calls with this key it takes effect once, on a
     * transactional store; a second run within one call is possible only where the store's locks have failed, and follows
     * the undoing of the first.
     *
     * @throws X what the action threw; the unit of work was undone, nothing is remembered, and the key is free
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
    public <T, X extends Exception> Outcome<T> execute(KeyedRequest request, PayloadCodec<T> codec, Action<T, X> action)
            throws X {
        return patience.ask(policy.waitLimit(), () -> attempt(request, codec, action))
                .orElseGet(() -> new Outcome.InFlight<>(RETRY_AFTER));
    }

    private <T, X extends Exception> Optional<Outcome<T>> attempt(
            KeyedRequest request, PayloadCodec<T> codec, Action<T, X> action) throws X {
        return store.within(claims -> claims.claim(request)
                .match(
                        acquired -> carryOut(claims, acquired.lease(), request, codec, action),
                        replay -> Optional.of(replayed(replay.record(), codec)),
                        inFlight -> Optional.empty(),
                        mismatch -> Optional.of(mismatched(mismatch.record(), codec))));
    }

    private <T, X extends Exception> Optional<Outcome<T>> carryOut(
            Claims claims, Lease lease, KeyedRequest request, PayloadCodec<T> codec, Action<T, X> action) throws X {
        Completion<T> completion = action.run(lease);
        if (!completion.remembered()) {
            claims.release(lease);
            return Optional.of(new Outcome.Executed<>(completion.value(), false));
        }
        Retention retention = policy.retentionFor(request.key().client());
        Settlement settlement = claims.complete(lease, request, codec.encode(completion.value()), retention);
        if (settlement == Settlement.STALE) {
            claims.release(lease);
            return Optional.empty();
        }
        return Optional.of(new Outcome.Executed<>(completion.value(), settlement == Settlement.RECORDED));
    }

    private static <T> Outcome<T> replayed(IdempotencyRecord record, PayloadCodec<T> codec) {
        return new Outcome.Replayed<>(codec.decode(record.payload()), record);
    }

    private <T> Outcome<T> mismatched(IdempotencyRecord record, PayloadCodec<T> codec) {
        return switch (policy.onMismatch()) {
            case REFUSE -> new Outcome.Mismatched<>(record);
            case REPLAY -> replayed(record, codec);
        };
    }
}
