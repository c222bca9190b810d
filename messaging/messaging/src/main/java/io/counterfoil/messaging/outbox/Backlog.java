package io.counterfoil.messaging.outbox;

import java.time.Duration;

/**
 * What waits in an outbox.
 *
 * @param waiting how many messages, at most {@value #MOST_COUNTED}: those that are set aside, or wait for one, too
 * @param oldest how long the oldest of them has waited; zero where none waits
 * @param setAside how many are set aside, at most {@value #MOST_COUNTED}
 */
public record Backlog(int waiting, Duration oldest, int setAside) {

    /** How many are counted: where there are more, the number says no more than that. */
    public static final int MOST_COUNTED = 10_000;
}
