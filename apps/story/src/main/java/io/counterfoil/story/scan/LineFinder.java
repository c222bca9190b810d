package io.counterfoil.story.scan;

import java.nio.ByteBuffer;
import java.util.Optional;

/** Searches a part of a log in memory and emits each line that contains a needle, once. */
final class LineFinder {

    /** The first step is short, so that the hot loop is called often enough to be compiled early. */
    private static final int FIRST_PART = 1 << 11;

    private static final int PART = 1 << 16;
    private static final int SMALL_PARTS = 1_000;
    private static final byte LINE_FEED = '\n';

    private final Needles needles;
    private final Optional<Marks> marks;
    private final LineSink sink;
    private int parts;
    /** Lines before this position have been emitted. */
    private int lineFrom;

    private boolean stopped;

    LineFinder(Needles needles, LineSink sink) {
        this(needles, Optional.empty(), sink);
    }

    /** Creates a finder that records the positions of marks without emitting their lines. */
    LineFinder(Needles needles, Optional<Marks> marks, LineSink sink) {
        this.needles = needles;
        this.marks = marks;
        this.sink = sink;
    }

    /** A finder for the same needles that also emits the lines of marks. */
    LineFinder withLinesOfMarks() {
        return new LineFinder(needles, sink);
    }

    /**
     * Searches a part.
     *
     * @param bytes in little-endian order
     * @param from the start of a line
     * @param to the end of a line
     * @param base the offset in the log of index 0
     * @return the end of the search: {@code to}, or the end of the line during which {@link #stop} was called
     */
    int search(LogSource source, ByteBuffer bytes, int from, int to, long base) {
        int at = from;
        lineFrom = from;
        stopped = false;
        while (at < to && !stopped) {
            at = step(source, bytes, at, to, base);
        }
        return at;
    }

    /**
     * Searches up to the next needle or through one step. A separate method, so that it is called often and compiled
     * early.
     */
    private int step(LogSource source, ByteBuffer bytes, int at, int to, long base) {
        int partEnd = Math.min(to, at + (parts++ < SMALL_PARTS ? FIRST_PART : PART));
        int found = needles.find(bytes, at, partEnd);
        if (found < 0) {
            // A text across the end of the step is found in the next step.
            return partEnd == to ? to : partEnd - Needles.MAX_LENGTH + 1;
        }
        if (marks.isPresent() && needles.isMark(bytes, found)) {
            marks.get().add(source, base + found);
            return found + 1;
        }
        int start = lineStart(bytes, Math.max(lineFrom, found - Scan.MAX_LINE + Needles.MAX_LENGTH), found);
        int end = lineEnd(bytes, found, Math.min(to, start + Scan.MAX_LINE));
        sink.line(line(source, bytes, base, lineFrom, start, end, to));
        lineFrom = end;
        return end;
    }

    /** The line at this position. */
    static RawLine lineAt(LogSource source, ByteBuffer bytes, int at, long base) {
        int start = lineStart(bytes, Math.max(0, at - Scan.MAX_LINE + Needles.MAX_LENGTH), at);
        int end = lineEnd(bytes, at, Math.min(bytes.limit(), start + Scan.MAX_LINE));
        return line(source, bytes, base, 0, start, end, bytes.limit());
    }

    /** Ends the search after the line that is being emitted. */
    void stop() {
        stopped = true;
    }

    /** The index after the last line feed before this index, at least the floor. */
    static int lineStart(ByteBuffer bytes, int floor, int from) {
        int start = from;
        while (start > floor && bytes.get(start - 1) != LINE_FEED) {
            start--;
        }
        return start;
    }

    /** The index of the next line feed, at most the ceiling. */
    static int lineEnd(ByteBuffer bytes, int from, int ceiling) {
        int end = from;
        while (end < ceiling && bytes.get(end) != LINE_FEED) {
            end++;
        }
        return end;
    }

    /** The line between two line feeds, borders or cuts. */
    private static RawLine line(
            LogSource source, ByteBuffer bytes, long base, int floor, int start, int end, int ceiling) {
        boolean cut =
                (end < ceiling && bytes.get(end) != LINE_FEED) || (start > floor && bytes.get(start - 1) != LINE_FEED);
        FollowingLines nextLines = new FollowingLines(bytes, cut ? bytes.limit() : end);
        return new RawLine(
                source, base + start, copy(bytes, start, end), cut, new PrecedingLines(bytes, start), nextLines);
    }

    private static byte[] copy(ByteBuffer bytes, int start, int end) {
        int last = end > start && bytes.get(end - 1) == '\r' ? end - 1 : end;
        byte[] line = new byte[last - start];
        bytes.get(start, line);
        return line;
    }
}
