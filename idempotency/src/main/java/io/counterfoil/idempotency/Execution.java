package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.Lease;

/**
 * The right under which an action runs. For the thread that runs it, and no longer than it runs; {@link #isLost} may be
 * asked from any thread.
 */
public abstract class Execution {

    /** The longest name of a phase, in characters. */
    public static final int MAX_PHASE_NAME = 100;

    private final Lease lease;

    Execution(Lease lease) {
        this.lease = lease;
    }

    /** The lease: the key and the token. */
    public Lease lease() {
        return lease;
    }

    /**
     * The fencing token: above that of everyone who had this key before, as long as the store's clock is not set back past
     * the claim before. An effect in another system that takes the token with it, and refuses a lower one than it has seen,
     * cannot be doubled by one who was thought dead.
     */
    public long token() {
        return lease.token();
    }

    /**
     * Whether another has taken the work over, as far as is known: never in transactional mode, where the database knows.
     * Work that finds it lost should stop.
     */
    public abstract boolean isLost();

    /**
     * One phase of work that has several: a recovery point.
     *
     * <p>In lease mode the result is kept when the phase is over, and one who takes the work over gets it instead of running
     * the phase again; a phase that was not over runs again. In transactional mode nothing of a failed run is left, so a phase
     * simply runs.
     *
     * @param name the phase, distinct within the action and stable over versions; at most {@value #MAX_PHASE_NAME} characters
     * @param codec how the result is kept; all results of an action together at most 1 MiB
     * @throws X what the phase threw; nothing is kept of it
     * @throws LeaseLostException when another has taken the work over; the phase has run, its result is not kept
     * @throws IllegalArgumentException when the name is empty or too long, before the phase runs
     * @throws IllegalStateException when the results are too large; the phase has run, its result is not kept
     */
    public final <R, X extends Exception> R phase(String name, PayloadCodec<R> codec, Phase<R, X> phase) throws X {
        if (name.isEmpty() || name.length() > MAX_PHASE_NAME) {
            throw new IllegalArgumentException(
                    "the name of a phase has 1 to " + MAX_PHASE_NAME + " characters, not " + name.length());
        }
        return run(name, codec, phase);
    }

    abstract <R, X extends Exception> R run(String name, PayloadCodec<R> codec, Phase<R, X> phase) throws X;

    /** One phase. */
    @FunctionalInterface
    public interface Phase<R, X extends Exception> {

        /** Runs it. */
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
        <R, X extends Exception> R run(String name, PayloadCodec<R> codec, Phase<R, X> phase) throws X {
            return phase.run();
        }
    }
}
