package io.counterfoil.story.scan;

/** Takes the lines that a {@link Scan} has found. Called by several threads at once, in no order. */
@FunctionalInterface
public interface LineSink {

    /** Takes one line. */
    void line(RawLine line);
}
