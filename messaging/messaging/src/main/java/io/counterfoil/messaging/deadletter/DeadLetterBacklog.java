package io.counterfoil.messaging.deadletter;

import java.time.Duration;

/**
 * How many messages need attention, for monitoring.
 *
 * @param deadLetters dead letters, at most {@value #MOST_COUNTED}
 * @param oldest how long ago the oldest of them was rejected; zero without one
 * @param failing messages with failed attempts that are to be attempted again, at most {@value #MOST_COUNTED}
 */
public record DeadLetterBacklog(int deadLetters, Duration oldest, int failing) {

    /** The largest number that is counted. */
    public static final int MOST_COUNTED = 10_000;
}
