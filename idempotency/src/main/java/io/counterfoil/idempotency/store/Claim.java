package io.counterfoil.idempotency.store;

import java.time.Duration;
import java.util.Optional;

/** What a store says to one who wants to carry a request out: one of five. */
public sealed interface Claim {

    /**
     * The caller carries it out, and settles the lease.
     *
     * @param lease the right to do so
     * @param takenOver whether another had a lease before that ran out: what it did is unknown
     * @param progress how far that one had come, where it kept it
     */
    record Acquired(Lease lease, boolean takenOver, Optional<Payload> progress) implements Claim {

        /** A claim that nobody had before. */
        public Acquired(Lease lease) {
            this(lease, false, Optional.empty());
        }
    }

    /** It was carried out; this is the record. */
    record Replay(IdempotencyRecord record) implements Claim {}

    /**
     * Somebody is carrying it out right now.
     *
     * @param leaseLeft how long that one's lease still runs at the least; empty where it ends with a transaction, and
     *     nobody can say when
     */
    record InFlight(Optional<Duration> leaseLeft) implements Claim {

        /** In flight inside a transaction. */
        public InFlight() {
            this(Optional.empty());
        }
    }

    /**
     * The key is used for a request with other contents.
     *
     * @param record the record of that one; empty while it is still being carried out
     */
    record Mismatch(Optional<IdempotencyRecord> record) implements Claim {}

    /**
     * Somebody began to carry it out under a lease that ran out, and the caller did not ask to take it over: whether it
     * took effect is not known.
     */
    record Unknown() implements Claim {}

    /** Goes on with the one case that holds. */
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

    /** How to go on in one case. */
    @FunctionalInterface
    interface Case<C extends Claim, R, X extends Exception> {

        /** Goes on. */
        R apply(C claim) throws X;
    }
}
