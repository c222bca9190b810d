package io.counterfoil.testkit.explore;

/** The crash of a process: thrown by the step in which it crashes and by all its later calls. */
final class Crash extends Error {

    private static final long serialVersionUID = 1L;

    Crash() {
        super("the process has crashed", null, false, false);
    }
}
