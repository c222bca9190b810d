package io.counterfoil.idempotency.store;

import java.time.Duration;
import java.util.Optional;

/** A store's response to a claim of the right to execute a request: one of five. */
public sealed interface Claim {

    /**
     * The caller executes the request, and settles the lease.
     *
     * @param lease the right to execute it
     * @param takenOver whether an earlier lease had expired: its effect is unknown
     * @param progress the progress that the earlier owner saved; empty where it saved none
     */
    record Acquired(Lease lease, boolean takenOver, Optional<Payload> progress) implements Claim {

        /**
         * Acquires a key that had no earlier lease.
         *
         * @param lease the right to execute the request
         */
        public Acquired(Lease lease) {
            this(lease, false, Optional.empty());
        }
    }

    /**
     * It was executed; this is the record.
     *
     * @param record the record of the original
     */
    record Replay(IdempotencyRecord record) implements Claim {}

    /**
     * It is being executed now.
     *
     * @param leaseLeft the least time until the lease expires; empty where it ends with a transaction
     */
    record InFlight(Optional<Duration> leaseLeft) implements Claim {

        /** The request is being executed in a transaction. */
        public InFlight() {
            this(Optional.empty());
        }
    }

    /**
     * The key is used for a request with other contents.
     *
     * @param record the record of that request; empty while it is in progress
     */
    record Mismatch(Optional<IdempotencyRecord> record) implements Claim {}

    /**
     * The lease of an earlier execution has expired, and the caller did not ask to take it over: its effect is unknown.
     */
    record Unknown() implements Claim {}

    /**
     * Applies the function of the case, in the calling thread.
     *
     * @param <R> the type of what the functions return
     * @param <X> the checked exceptions that the functions throw
     * @param acquired for a request that the caller executes
     * @param replay for a request that was executed
     * @param inFlight for a request in progress
     * @param mismatch for a key that is used for other contents
     * @param unknown for a request whose outcome is unknown
     * @return what the function returned
     * @throws X what the function threw
     */
    default <R, X extends Exception> R match(
            Case<? super Acquired, ? extends R, X> acquired,
            Case<? super Replay, ? extends R, X> replay,
            Case<? super InFlight, ? extends R, X> inFlight,
            Case<? super Mismatch, ? extends R, X> mismatch,
            Case<? super Unknown, ? extends R, X> unknown)
            throws X {
        if (this instanceof Acquired a) {
            return acquired.apply(a);
        }
        if (this instanceof Replay r) {
            return replay.apply(r);
        }
        if (this instanceof InFlight f) {
            return inFlight.apply(f);
        }
        if (this instanceof Mismatch m) {
            return mismatch.apply(m);
        }
        return unknown.apply((Unknown) this);
    }

    /**
     * The function for one case.
     *
     * @param <C> the claim's type
     * @param <R> the type of what the function returns
     * @param <X> the checked exceptions that the function throws
     */
    @FunctionalInterface
    interface Case<C extends Claim, R, X extends Exception> {

        /**
         * Applies the function.
         *
         * @param claim the claim
         * @return what the function makes of it
         * @throws X when the function fails
         */
        R apply(C claim) throws X;
    }
}
