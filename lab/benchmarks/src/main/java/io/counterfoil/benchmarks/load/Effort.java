package io.counterfoil.benchmarks.load;

import java.time.Duration;
import java.util.List;

/**
 * The extent of a measurement.
 *
 * @param rounds the number of turns of each contestant
 * @param slice the duration of a turn
 * @param warmUp the warm-up of each contestant for each number of threads
 * @param threads the numbers of threads, measured one after the other
 */
public record Effort(int rounds, Duration slice, Duration warmUp, List<Integer> threads) {

    /** The rounds in words. */
    public String turns() {
        return "%d rounds of %s s for each, in another order each round.".formatted(rounds, slice.toMillis() / 1000.0);
    }
}
