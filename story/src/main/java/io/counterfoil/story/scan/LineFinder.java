package io.counterfoil.story.scan;

import java.nio.ByteBuffer;

/** Goes through a part of a log that is in memory, and gives out its lines that have a needle in them, each once. */
final class LineFinder {

    /** A first part is small, so that the hot loop is called often enough to be compiled soon. */
    private static final int FIRST_PART = 1 << 11;

    private static final int PART = 1 << 16;
    private static final int SMALL_PARTS = 1_000;
    private static final byte LINE_FEED = '\n';

    private final Needles needles;
    private final LineSink sink;
    private int parts;
    private boolean stopped;

    LineFinder(Needles needles, LineSink sink) {
        this.needles = needles;
        this.sink = sink;
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
        int lineFrom = from;
        stopped = false;
        while (at < to && !stopped) {
            int partEnd = Math.min(to, at + (parts++ < SMALL_PARTS ? FIRST_PART : PART));
            int found = needles.find(bytes, at, partEnd);
            if (found < 0) {
                // What stands across the end of the part is found in the next one.
                at = partEnd == to ? to : partEnd - Needles.MAX_LENGTH + 1;
                continue;
            }
            int start = lineStart(bytes, Math.max(lineFrom, found - Scan.MAX_LINE + Needles.MAX_LENGTH), found);
            int end = lineEnd(bytes, found, Math.min(to, start + Scan.MAX_LINE));
            boolean cut = (end < to && bytes.get(end) != LINE_FEED)
                    || (start > lineFrom && bytes.get(start - 1) != LINE_FEED);
            sink.line(source, base + start, copy(bytes, start, end), cut);
            at = end;
            lineFrom = end;
        }
        return at;
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

    private static byte[] copy(ByteBuffer bytes, int start, int end) {
        int last = end > start && bytes.get(end - 1) == '\r' ? end - 1 : end;
        byte[] line = new byte[last - start];
        bytes.get(start, line);
        return line;
    }
}
