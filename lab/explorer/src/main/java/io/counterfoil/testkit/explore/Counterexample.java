package io.counterfoil.testkit.explore;

import java.util.List;

/**
 * A schedule that violates a property.
 *
 * @param property the violated property
 * @param fault the observed violation
 * @param trace the steps in order, one line each
 */
public record Counterexample(Property property, String fault, List<String> trace) {

    /** Copies the trace. */
    public Counterexample {
        trace = List.copyOf(trace);
    }

    /** The numbered trace, followed by the violation. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < trace.size(); i++) {
            text.append(String.format("%3s  %s%n", i + 1, trace.get(i)));
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
