package io.counterfoil.callbacks;

import java.time.Duration;
import java.util.Optional;

/** What came of a {@link Callback}: one of four. */
public sealed interface CallbackDelivery {

    /**
     * The target has it: it answered by 2xx.
     *
     * @param status the status code
     */
    record Delivered(int status) implements CallbackDelivery {}

    /** The target wants this callback no more, nor any other: it answered by 410. */
    record Unwanted() implements CallbackDelivery {}

    /**
     * The policy does not allow the target, as it is now; nothing was sent. It may be allowed later, when its name leads elsewhere.
     *
     * @param reason what is wrong with it
     */
    record Refused(String reason) implements CallbackDelivery {}

    /**
     * Any other answer, or none. The target may have it all the same. To be tried later, as the same callback.
     *
     * @param reason what happened, for a log
     * @param retryAfter for how long the target wants to be left alone, where it says so
     */
    record Failed(String reason, Optional<Duration> retryAfter) implements CallbackDelivery {}
}
