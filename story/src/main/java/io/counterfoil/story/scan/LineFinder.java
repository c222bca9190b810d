package io.counterfoil.story.scan;

import java.nio.ByteBuffer;
import java.util.Optional;

/** Goes through a part of a log that is in memory, and gives out its lines that have a needle in them, each once. */
final class LineFinder {

    /** A first part is small, so that the hot loop is called often enough to be compiled soon. */
    private static final int FIRST_PART = 1 << 11;

    private static final int PART = 1 << 16;
    private static final int SMALL_PARTS = 1_000;
    private static final byte LINE_FEED = '\n';

    private final Needles needles;
    private final Optional<Marks> marks;
    private final LineSink sink;
    private int parts;
    /** Up to here lines were given out. */
    private int lineFrom;

    private boolean stopped;

    LineFinder(Needles needles, LineSink sink) {
        this(needles, Optional.empty(), sink);
    }

    /** One that notes where the marks stand, and passes over their lines. */
    LineFinder(Needles needles, Optional<Marks> marks, LineSink sink) {
        this.needles = needles;
        this.marks = marks;
        this.sink = sink;
    }

    /** One for the same needles that gives out the lines of marks too. */
    LineFinder withLinesOfMarks() {
        return new LineFinder(needles, sink);
    }

    /**
     * Searches a part.
     *
     * @param bytes in little-endian order
     * @param from the beginning of a line
     * @param to the end of a line
     * @param base the offset in the log of the byte with index 0
     * @return where it ended: {@code to}, or the end of the line that was given out when it was stopped
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

    /** To the next needle, or through a part without one. A method of its own, which is called often and so compiled soon. */
    private int step(LogSource source, ByteBuffer bytes, int at, int to, long base) {
        int partEnd = Math.min(to, at + (parts++ < SMALL_PARTS ? FIRST_PART : PART));
        int found = needles.find(bytes, at, partEnd);
        if (found < 0) {
            // What stands across the end of the part is found in the next one.
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

    /** The line that this place is in. */
    static RawLine lineAt(LogSource source, ByteBuffer bytes, int at, long base) {
        int start = lineStart(bytes, Math.max(0, at - Scan.MAX_LINE + Needles.MAX_LENGTH), at);
        int end = lineEnd(bytes, at, Math.min(bytes.limit(), start + Scan.MAX_LINE));
        return line(source, bytes, base, 0, start, end, bytes.limit());
    }

    /** Ends the search behind the line that is being given out. */
    void stop() {
        stopped = true;
    }

    /** The index behind the last line feed before this one, and not below the floor. */
    static int lineStart(ByteBuffer bytes, int floor, int from) {
        int start = from;
        while (start > floor && bytes.get(start - 1) != LINE_FEED) {
            start--;
        }
        return start;
    }

    /** The index of the next line feed, or the ceiling. */
    static int lineEnd(ByteBuffer bytes, int from, int ceiling) {
        int end = from;
        while (end < ceiling && bytes.get(end) != LINE_FEED) {
            end++;
        }
        return end;
    }

    /** From its start to its end, both of them between line feeds, or at one of the borders, or where it is cut. */
    private static RawLine line(
            LogSource source, ByteBuffer bytes, long base, int floor, int start, int end, int ceiling) {
        boolean cut =
                (end < ceiling && bytes.get(end) != LINE_FEED) || (start > floor && bytes.get(start - 1) != LINE_FEED);
        Behind behind = new Behind(bytes, cut ? bytes.limit() : end);
        return new RawLine(source, base + start, copy(bytes, start, end), cut, behind);
    }

    private static byte[] copy(ByteBuffer bytes, int start, int end) {
        int last = end > start && bytes.get(end - 1) == '\r' ? end - 1 : end;
        byte[] line = new byte[last - start];
        bytes.get(start, line);
        return line;
    }
}
