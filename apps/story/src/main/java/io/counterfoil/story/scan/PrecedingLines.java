package io.counterfoil.story.scan;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The lines before a found line that are in memory, the nearest first, at most {@link FollowingLines#MAX_BYTES}. Valid only during the
 * callback that receives the found line.
 */
public final class PrecedingLines {

    private final ByteBuffer bytes;
    private final int floor;
    private final int found;
    private int at;

    /** Starts at the found line. */
    PrecedingLines(ByteBuffer bytes, int found) {
        this.bytes = bytes;
        this.found = found;
        this.at = found;
        this.floor = Math.max(0, found - FollowingLines.MAX_BYTES);
    }

    /** No lines. */
    public static PrecedingLines none() {
        return new PrecedingLines(ByteBuffer.allocate(0), 0);
    }

    /** The next line further up without its line break; empty at the start, and for a line that is not completely in memory. */
    public Optional<byte[]> next() {
        if (at <= floor) {
            return Optional.empty();
        }
        int end = at - 1;
        int start = LineFinder.lineStart(bytes, floor, end);
        if (start == floor && floor > 0 && bytes.get(floor - 1) != '\n') {
            return Optional.empty();
        }
        at = start;
        int last = end > start && bytes.get(end - 1) == '\r' ? end - 1 : end;
        byte[] line = new byte[last - start];
        bytes.get(start, line);
        return Optional.of(line);
    }

    /** How many bytes before the found line the line begins that was returned last. */
    public int distance() {
        return found - at;
    }
}
