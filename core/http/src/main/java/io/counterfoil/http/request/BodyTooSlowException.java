package io.counterfoil.http.request;

import io.counterfoil.http.message.Problem;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A body arrived slower than its {@link BodyRate}. The rest of it is not worth waiting for: the connection is to be closed. */
public final class BodyTooSlowException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient BodyRate rate;

    BodyTooSlowException(BodyRate rate, @Nullable IOException cause) {
        super("the body arrived too slowly", cause);
        this.rate = rate;
    }

    /** {@return the problem to respond with: 408, with the rate} */
    public Problem problem() {
        return Problem.bodyTooSlow(rate.grace(), rate.bytesPerSecond());
    }
}
