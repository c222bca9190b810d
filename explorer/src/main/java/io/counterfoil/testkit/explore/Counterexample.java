package io.counterfoil.testkit.explore;

import java.util.List;

/**
 * A schedule that breaks a property.
 *
 * @param property what does not hold
 * @param fault what was seen
 * @param trace the steps that led there, in their order, one line each
 */
public record Counterexample(Property property, String fault, List<String> trace) {

    /** Copies the trace. */
    public Counterexample {
        trace = List.copyOf(trace);
    }

    /** The trace, numbered, and under it what is wrong. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < trace.size(); i++) {
            text.append(String.format("%3d  %s%n", i + 1, trace.get(i)));
        }
        return text.append("  =  ")
                .append(fault)
                .append(" (")
                .append(property)
                .append(": ")
                .append(property.words())
                .append(')')
                .toString();
    }
}
