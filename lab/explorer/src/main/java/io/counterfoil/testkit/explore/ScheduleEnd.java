package io.counterfoil.testkit.explore;

/** Ends a schedule: thrown by the current step of each process. Not a failure. */
final class ScheduleEnd extends Error {

    private static final long serialVersionUID = 1L;

    ScheduleEnd() {
        super("this schedule has ended", null, false, false);
    }
}
