package io.counterfoil.idempotency.store;

import java.time.Duration;

/** What a store says to one who wants to carry a request out: one of four. */
public sealed interface Claim {

    /** Nobody has: the caller carries it out, and settles the lease before its unit of work ends. */
    record Acquired(Lease lease) implements Claim {}

    /** It was carried out; this is the record, with the present request counted. */
    record Replay(IdempotencyRecord record) implements Claim {}

    /** Somebody is carrying it out right now; it is worth asking again after a while. */
    record InFlight(Duration retryAfter) implements Claim {}

    /** The key was used for a request with other contents (RQ-11); this is the record of that one. */
    record Mismatch(IdempotencyRecord record) implements Claim {}

    /** Goes on with the one case that holds. */
    default <R, X extends Exception> R match(
            Case<? super Acquired, ? extends R, X> acquired,
            Case<? super Replay, ? extends R, X> replay,
            Case<? super InFlight, ? extends R, X> inFlight,
            Case<? super Mismatch, ? extends R, X> mismatch)
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
        return mismatch.apply((Mismatch) this);
    }

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<C extends Claim, R, X extends Exception> {

        /** Goes on. */
        R apply(C claim) throws X;
    }
}
