package io.counterfoil.testkit.explore;

/** Ends a schedule: thrown out of the step in which each process stands. No failure of its own. */
final class Cut extends Error {

    private static final long serialVersionUID = 1L;

    Cut() {
        super("this schedule has ended", null, false, false);
    }
}
