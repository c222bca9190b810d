package io.counterfoil.story.scan;

/** Takes the lines that a {@link Scan} has found. Called by several threads at once, in no order. */
@FunctionalInterface
public interface LineSink {

    /**
     * Takes one line.
     *
     * @param source the file
     * @param offset of the line's first byte
     * @param line its bytes, without the line break; the callee's own
     * @param cut whether the line is longer than {@link Scan#MAX_LINE}, and this is a part of it
     */
    void line(LogSource source, long offset, byte[] line, boolean cut);
}
