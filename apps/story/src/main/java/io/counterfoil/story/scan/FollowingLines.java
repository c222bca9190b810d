package io.counterfoil.story.scan;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * The lines after a found line that are in memory, at most {@link #MAX_BYTES}. Valid only during the callback that
 * receives the found line.
 */
public final class FollowingLines {

    /** The maximum size, in bytes. */
    public static final int MAX_BYTES = 1 << 17;

    private final ByteBuffer bytes;
    private final int end;
    private int at;

    /** Starts at the line feed that ends the found line. */
    FollowingLines(ByteBuffer bytes, int lineFeed) {
        this.bytes = bytes;
        this.at = lineFeed + 1;
        this.end = Math.min(bytes.limit(), lineFeed + MAX_BYTES);
    }

    /** Creates an instance from these lines. */
    public static FollowingLines of(byte[] lines) {
        return new FollowingLines(ByteBuffer.wrap(lines), -1);
    }

    /** The next line without its line break; empty at the end, and for a line that is not completely in memory. */
    public Optional<byte[]> next() {
        int lineEnd = LineFinder.lineEnd(bytes, at, end);
        if (at >= end || (lineEnd == end && end < bytes.limit())) {
            return Optional.empty();
        }
        byte[] line = new byte[lineEnd - at];
        bytes.get(at, line);
        at = lineEnd + 1;
        boolean carriageReturn = line.length > 0 && line[line.length - 1] == '\r';
        return Optional.of(carriageReturn ? Arrays.copyOf(line, line.length - 1) : line);
    }
}
