package io.counterfoil.story.scan;

/** Receives the lines that a {@link Scan} finds. Called by several threads concurrently, in no particular order. */
@FunctionalInterface
public interface LineSink {

    /** Receives one line. */
    void line(RawLine line);
}
