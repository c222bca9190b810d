package io.counterfoil.idempotency.directory;

/** What a request is to a store that keeps something of it: one of three. */
public enum RecordState {

    /** It is being executed under a running lease. */
    AT_WORK,

    /** Its lease has expired or was abandoned: an operator or a resolver must settle whether it took effect. */
    UNKNOWN,

    /** It was executed, and its result is replayed to duplicates. */
    ANSWERED
}
