package io.counterfoil.idempotency.store;

/** What a request is to a store that keeps something of it: one of three. */
public enum RecordState {

    /** Somebody carries it out under a lease that runs. */
    AT_WORK,

    /** Its lease ran out, or was abandoned: whether it took effect is not known until somebody has looked. */
    UNKNOWN,

    /** It was carried out, and duplicates are answered from the record. */
    ANSWERED
}
