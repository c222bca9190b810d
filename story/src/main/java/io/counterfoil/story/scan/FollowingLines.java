package io.counterfoil.story.scan;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * The lines behind one that was found, one after the other: as far as they are in memory, {@link #MAX_BYTES} at most. It is of use only while
 * the line is given out.
 */
public final class Behind {

    /** How far it goes, in bytes. */
    public static final int MAX_BYTES = 1 << 15;

    private final ByteBuffer bytes;
    private final int end;
    private int at;

    /** Begins at the line feed that ends the line. */
    Behind(ByteBuffer bytes, int lineFeed) {
        this.bytes = bytes;
        this.at = lineFeed + 1;
        this.end = Math.min(bytes.limit(), lineFeed + MAX_BYTES);
    }

    /** These lines. */
    public static Behind of(byte[] lines) {
        return new Behind(ByteBuffer.wrap(lines), -1);
    }

    /** The next one, without its line break; empty behind the last one, and for one that is not there as a whole. */
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
