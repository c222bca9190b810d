package io.counterfoil.idempotency;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.store.ClaimStore;
import java.time.Duration;
import java.util.Optional;

/**
 * Guards data: an object is made once under its key, and found under it ever after (LG-2, LG-3).
 *
 * <p>The object is its own record. Nothing is stored here, nothing expires, and no answer is cached: a duplicate gets
 * the object as it now is. The last word is a unique constraint on the object's key in the caller's own table; this class
 * is what keeps the everyday duplicate from ever meeting it, and from waiting for a lock with a connection in its hands.
 *
 * <p>Thread-safe.
 */
public final class DataKeys {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final ClaimStore store;
    private final Duration waitLimit;
    private final Patience patience;

    /**
     * @param store where keys are held while an object is being made; must run in the transaction that makes it
     * @param waitLimit how long a duplicate waits for the original
     */
    public DataKeys(ClaimStore store, Duration waitLimit) {
        this.store = store;
        this.waitLimit = waitLimit;
        this.patience = new Patience(System::nanoTime, Pause.SLEEP);
    }

    /**
     * Finds the object, or else makes it.
     *
     * <p>Both run in one unit of work of the store, {@code find} before {@code create}, and {@code create} only where
     * {@code find} came back empty while no other unit could be making the object. While another is, this call waits
     * outside the store, holding nothing, and looks again. An exception of either undoes the unit and is handed on.
     *
     * @throws KeyInFlightException when the original is still at work after the wait limit; or at once inside an outer
     *     unit of work, which holds a connection and must not wait
     */
    public <T, X extends Exception> Creation<T> createOnce(DataKey key, Find<T, X> find, Create<T, X> create) throws X {
        return patience.ask(waitLimit, () -> findOrCreate(key, find, create))
                .orElseThrow(() -> new KeyInFlightException(key, RETRY_AFTER));
    }

    private <T, X extends Exception> Optional<Creation<T>> findOrCreate(
            DataKey key, Find<T, X> find, Create<T, X> create) throws X {
        return store.within(claims -> {
            // Held first, looked at second: whoever held it before has committed by now, so the look sees the object.
            boolean held = claims.hold(key);
            Optional<T> found = find.find();
            if (found.isPresent()) {
                return found.map(value -> new Creation<>(value, true));
            }
            if (held) {
                return Optional.of(new Creation<>(create.create(), false));
            }
            if (claims.joined()) {
                throw new KeyInFlightException(key, RETRY_AFTER);
            }
            return Optional.empty();
        });
    }

    /** Looks for the object under its key. */
    @FunctionalInterface
    public interface Find<T, X extends Exception> {

        /** The object as it now is, if it was made. */
        Optional<T> find() throws X;
    }

    /** Makes the object. */
    @FunctionalInterface
    public interface Create<T, X extends Exception> {

        /** Makes it. */
        T create() throws X;
    }
}
