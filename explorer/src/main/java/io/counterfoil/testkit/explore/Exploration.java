package io.counterfoil.testkit.explore;

import java.util.Optional;

/**
 * What an exploration has seen.
 *
 * @param scenario the scenario, with its bounds
 * @param states how many different states were reached
 * @param ends how many of them were ends
 * @param steps how many steps were taken, those of replayed beginnings included
 * @param schedules how many schedules were run
 * @param pruned how many of them were left where they came to a state that was known
 * @param longest the most steps of one schedule
 * @param complete whether every schedule within the scenario's bounds is covered; false where the limit of schedules or a
 *     counterexample ended the search
 * @param counterexample a schedule that breaks a property
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

    /** A line of numbers, and the counterexample under it. */
    @Override
    public String toString() {
        String numbers = String.format(
                "%s: %,d states, %,d of them ends; %,d schedules, %,d of them left at a known state; %,d steps, %d in the longest; %s",
                scenario, states, ends, schedules, pruned, steps, longest, complete ? "complete" : "NOT complete");
        return counterexample.map(found -> numbers + "\n" + found).orElse(numbers);
    }
}
