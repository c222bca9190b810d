package io.counterfoil.idempotency.policy;

/** What happens to a request under a key that was used with other contents. */
public enum OnMismatch {
    /** It is refused, because silence hides bugs. */
    REFUSE,
    /** It is replayed like a duplicate. */
    REPLAY
}
