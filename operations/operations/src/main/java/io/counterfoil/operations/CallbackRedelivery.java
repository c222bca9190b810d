package io.counterfoil.operations;

/** What came of {@link Operations#redeliverCallback}. In all cases but the first nothing has changed. */
public enum CallbackRedelivery {
    /** The callback is {@linkplain CallbackState#PENDING pending} again: due at once, and repeated as often as a new one. */
    QUEUED,
    /** There is no operation of this name: it was never submitted, or it was removed after its retention. */
    NOT_FOUND,
    /** The callback is not given up: none was asked for, it is pending or delivered, or another redelivery or a purge was first. */
    NOT_GIVEN_UP,
    /** There is no secret to sign it under: the client has none any more, or callbacks are not configured here. */
    NO_SECRET
}
