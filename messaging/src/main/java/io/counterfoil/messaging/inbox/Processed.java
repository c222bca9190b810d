package io.counterfoil.messaging.inbox;

/** What {@link Inbox#once} did. */
public enum Processed {
    /** The work ran, and is committed with the note that it did; or will be, with the caller's transaction. */
    PROCESSED,
    /** The message was processed before: nothing ran. */
    DUPLICATE,
    /** Somebody is processing it right now, and may yet fail: nothing ran. To be asked again after a while. */
    IN_FLIGHT
}
