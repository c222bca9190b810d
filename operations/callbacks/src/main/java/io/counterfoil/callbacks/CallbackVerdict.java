package io.counterfoil.callbacks;

import java.time.Instant;

/** What a callback is: one of two. */
public sealed interface CallbackVerdict {

    /**
     * It is the sender's.
     *
     * @param id the same over all tries of it
     * @param sentAt when this try was sent
     */
    record Authentic(String id, Instant sentAt) implements CallbackVerdict {}

    /**
     * It is not, or not within the time: answer 401 or 400, and do nothing.
     *
     * @param reason what is wrong, in words for a log
     */
    record Forged(String reason) implements CallbackVerdict {}
}
