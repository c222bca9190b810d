package io.counterfoil.idempotency;

import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.Lease;

/**
 * The context of a running action: its lease and its phases. To be used by the thread that runs the action, while it runs; {@link #isLost}
 * may be called from any thread.
 */
public abstract class Execution {

    /** The longest name of a phase, in characters. */
    public static final int MAX_PHASE_NAME = 100;

    private final Lease lease;

    Execution(Lease lease) {
        this.lease = lease;
    }

    /** {@return the lease: the key and the token} */
    public Lease lease() {
        return lease;
    }

    /**
     * {@return the fencing token: greater than that of every earlier lease of this key, unless the store's clock is set back past the previous
     * claim} Another system that is passed the token with each write, and rejects tokens lower than one it has seen, is protected from a former
     * owner that continues after its lease has expired.
     *
     * <p>It is no idempotency key for another system: an action that runs again has another token, and its call would take effect twice.
     * Derive such a key from {@code lease().key()}, which does not change, as {@code DownstreamKeys} of {@code counterfoil-http-client} does.
     */
    public long token() {
        return lease.token();
    }

    /**
     * {@return whether another process is known to have taken over the lease; always false in transactional mode, where the database decides} Work
     * that finds its lease lost should stop.
     */
    public abstract boolean isLost();

    /**
     * {@return whether an earlier lease of this key had expired, so that an earlier execution may have had external effects; always false in
     * transactional mode, where such an execution was rolled back}
     */
    public abstract boolean isTakenOver();

    /**
     * Runs one phase of an action that has several: a recovery point.
     *
     * <p>In lease mode the result of a completed phase is stored, and the next owner gets it instead of running the phase
     * again; a phase that was not completed runs again, so phases must tolerate that. In transactional mode a failed run leaves nothing, and
     * each phase runs.
     *
     * @param <R> the type of the phase's result
     * @param <X> the checked exceptions that the phase throws
     * @param name the phase, distinct within the action and stable over versions; at most {@value #MAX_PHASE_NAME} characters
     * @param codec encodes the result; all results of an action together have at most 1 MiB
     * @param phase the work; runs in the calling thread, unless its result was stored before
     * @return the result of the phase: of this run, or the stored one of an earlier owner of the lease
     * @throws X what the phase threw; nothing of it is stored
     * @throws LeaseLostException when another owner has taken over the lease; the phase has run, its result is not stored
     * @throws IllegalArgumentException when the name is empty or too long, before the phase runs
     * @throws IllegalStateException when the results are too large; the phase has run, its result is not stored
     */
    public final <R, X extends Exception> R phase(String name, PayloadCodec<R> codec, Phase<R, X> phase) throws X {
        if (name.isEmpty() || name.length() > MAX_PHASE_NAME) {
            throw new IllegalArgumentException(
                    "the name of a phase has 1 to " + MAX_PHASE_NAME + " characters, not " + name.length());
        }
        return run(name, codec, phase);
    }

    abstract <R, X extends Exception> R run(String name, PayloadCodec<R> codec, Phase<R, X> phase) throws X;

    /**
     * One phase.
     *
     * @param <R> the result's type
     * @param <X> the checked exceptions that the phase throws
     */
    @FunctionalInterface
    public interface Phase<R, X extends Exception> {

        /**
         * Runs the phase, in the thread that called {@link #phase}.
         *
         * @return the result, which the codec of the phase must be able to encode
         * @throws X what the phase throws; nothing of it is stored
         */
        R run() throws X;
    }

    /** In a transaction: it commits as a whole. */
    static final class Transactional extends Execution {

        Transactional(Lease lease) {
            super(lease);
        }

        @Override
        public boolean isLost() {
            return false;
        }

        @Override
        public boolean isTakenOver() {
            return false;
        }

        @Override
        <R, X extends Exception> R run(String name, PayloadCodec<R> codec, Phase<R, X> phase) throws X {
            return phase.run();
        }
    }
}
