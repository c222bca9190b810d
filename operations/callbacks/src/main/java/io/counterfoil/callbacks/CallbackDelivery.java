package io.counterfoil.callbacks;

import java.time.Duration;
import java.util.Optional;

/** What came of a {@link Callback}: one of four. */
public sealed interface CallbackDelivery {

    /**
     * The target accepted it with a 2xx status.
     *
     * @param status the status code
     */
    record Delivered(int status) implements CallbackDelivery {}

    /** The target wants neither this callback nor later ones: it answered with 410. */
    record Unwanted() implements CallbackDelivery {}

    /**
     * The policy does not allow the target, as it is now; nothing was sent. It may be allowed later, when its name
     * resolves to other addresses.
     *
     * @param reason what is wrong with it
     */
    record Refused(String reason) implements CallbackDelivery {}

    /**
     * Any other answer, or none. The target may have it all the same. To be tried later, as the same callback.
     *
     * @param reason the failure, for a log
     * @param retryAfter the target's {@code Retry-After}, where it sent one
     */
    record Failed(String reason, Optional<Duration> retryAfter) implements CallbackDelivery {}
}
