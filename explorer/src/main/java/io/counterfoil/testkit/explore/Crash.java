package io.counterfoil.testkit.explore;

/** The death of a process: thrown out of the step in which it dies, and out of all that it tries after that. */
final class Crash extends Error {

    private static final long serialVersionUID = 1L;

    Crash() {
        super("the process is dead", null, false, false);
    }
}
