package io.counterfoil.messaging.inbox;

/** What {@link Inbox#once} did. */
public enum Processed {
    /** The work ran, and is committed together with the record that it did; or will be, with the caller's transaction. */
    PROCESSED,
    /** The message was processed before: nothing ran. */
    DUPLICATE,
    /** It is in progress elsewhere, and may yet fail: nothing ran. Try again later. */
    IN_FLIGHT
}
