package io.counterfoil.testkit.explore;

import java.util.Locale;
import java.util.Optional;

/**
 * The result of an exploration.
 *
 * @param scenario the scenario with its bounds
 * @param states the number of distinct states
 * @param ends the number of distinct end states
 * @param steps the number of steps, including replayed ones
 * @param schedules the number of schedules
 * @param pruned the number of schedules that ended at a known state
 * @param longest the number of steps of the longest schedule
 * @param complete whether every schedule within the bounds is covered; false if the limit of schedules or a
 *     counterexample ended the search
 * @param counterexample a schedule that violates a property
 */
public record Exploration(
        String scenario,
        long states,
        long ends,
        long steps,
        long schedules,
        long pruned,
        int longest,
        boolean complete,
        Optional<Counterexample> counterexample) {

    /** The figures on one line, followed by the counterexample. */
    @Override
    public String toString() {
        String numbers = String.format(
                Locale.ROOT,
                "%s: %,d states, %,d of them ends; %,d schedules, %,d of them pruned at a known state; %,d steps, %s"
                        + " in the longest; %s",
                scenario,
                states,
                ends,
                schedules,
                pruned,
                steps,
                longest,
                complete ? "complete" : "NOT complete");
        return counterexample.map(found -> numbers + "\n" + found).orElse(numbers);
    }
}
