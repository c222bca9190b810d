package io.counterfoil.messaging.outbox;

import io.counterfoil.idempotency.concurrent.Backoff;
import java.time.Duration;

/**
 * Where a relay is in its pass over the outbox, and how long it waits before the next poll: not at all while a pass goes on, the interval after
 * one that published all it was given, and longer and longer after failures in a row. For the relay's thread.
 */
final class RelayProgress {

    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(50), OutboxRelay.LONGEST_PAUSE);

    private final Duration interval;
    private long position;
    private boolean passFailed;
    private int failures;

    RelayProgress(Duration interval) {
        this.interval = interval;
    }

    /** After which message of the outbox the next page begins; 0 for the first. */
    long position() {
        return position;
    }

    boolean isAtStart() {
        return position == 0;
    }

    /** Whether the last poll failed, in whole or in part. */
    boolean isBackingOff() {
        return failures > 0;
    }

    /** The pause after a page. */
    Duration after(RelayResult result) {
        if (!(result instanceof RelayResult.Done done)) {
            position = 0;
            return interval;
        }
        passFailed |= done.sent() < done.taken();
        position = done.more() ? done.last() : 0;
        if (done.taken() > 0 && done.sent() == 0) {
            return backOff();
        }
        if (done.more()) {
            return Duration.ZERO;
        }
        if (passFailed) {
            passFailed = false;
            return backOff();
        }
        failures = 0;
        return interval;
    }

    /** The pause after an outbox that could not be read. The next poll begins at the first message. */
    Duration afterFailure() {
        position = 0;
        return backOff();
    }

    private Duration backOff() {
        failures++;
        return PAUSES.after(failures);
    }
}
