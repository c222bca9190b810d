package io.counterfoil.messaging.inbox;

/** What became of a message that was given up. */
public enum GivenUp {
    /** It was rejected. */
    REJECTED,
    /** It had been processed meanwhile; its delivery can be acknowledged. */
    PROCESSED,
    /** It is being processed elsewhere: to be delivered again. */
    IN_FLIGHT
}
