package io.counterfoil.testkit.process;

/** Receives what a process prints, in one thread. */
@FunctionalInterface
public interface Output {

    /** A line of standard output. */
    void line(String line);

    /** There are no more lines: the process has ended, or cannot be read. */
    default void end() {}
}
