package io.counterfoil.story.scan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.StandardOpenOption;

/**
 * A memory-mapped plain file with the length that it had when it was opened. Thread-safe.
 *
 * <p>A segment begins after the first line feed at or after a multiple of the segment length, and ends where the next
 * one begins. Without a line feed within {@link Scan#MAX_LINE} bytes it begins at the multiple itself, so that
 * neighbours agree on the border without a long search.
 */
final class MappedLog implements AutoCloseable {

    private static final long SEGMENT = 8L << 20;
    private static final long WINDOW = 64 * SEGMENT;
    private static final long SPARE = 2L * Scan.MAX_LINE;

    private final LogSource source;
    private final FileChannel channel;
    private final long size;
    private final ByteBuffer[] windows;

    MappedLog(LogSource source, boolean wholeLines) throws IOException {
        this.source = source;
        channel = FileChannel.open(source.path(), StandardOpenOption.READ);
        size = wholeLines ? wholeLines(channel) : channel.size();
        windows = new ByteBuffer[Math.toIntExact((size + WINDOW - 1) / WINDOW)];
    }

    LogSource source() {
        return source;
    }

    long size() {
        return size;
    }

    int segments() {
        return Math.toIntExact((size + SEGMENT - 1) / SEGMENT);
    }

    /** Searches a segment, and returns its length. */
    long search(int segment, LineFinder finder) throws IOException {
        long first = segment * SEGMENT;
        int number = Math.toIntExact(first / WINDOW);
        long base = number * WINDOW;
        ByteBuffer bytes = window(number);
        int from = border(bytes, Math.toIntExact(first - base), base);
        int to = border(bytes, Math.toIntExact(Math.min(first + SEGMENT, size) - base), base);
        if (from < to) {
            finder.search(source, bytes, from, to, base);
        }
        return Math.min(SEGMENT, size - first);
    }

    /** The line at this offset. */
    RawLine lineAt(long offset) throws IOException {
        int number = Math.toIntExact(Math.max(0, offset - Scan.MAX_LINE) / WINDOW);
        long base = number * WINDOW;
        return LineFinder.lineAt(source, window(number), Math.toIntExact(offset - base), base);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** The length of the file up to its last line feed. */
    private static long wholeLines(FileChannel channel) throws IOException {
        long length = channel.size();
        ByteBuffer end = ByteBuffer.allocate(Math.toIntExact(Math.min(length, Scan.MAX_LINE)));
        channel.read(end, length - end.capacity());
        int line = LineFinder.lineStart(end, 0, end.position());
        return line == 0 && end.capacity() < length ? length : length - end.position() + line;
    }

    private int border(ByteBuffer bytes, int at, long base) {
        if (base + at == 0 || base + at >= size) {
            return at;
        }
        int ceiling = Math.min(bytes.limit(), at + Scan.MAX_LINE);
        int end = LineFinder.lineEnd(bytes, at, ceiling);
        return end == ceiling && base + end < size ? at : Math.min(end + 1, bytes.limit());
    }

    /**
     * A mapped window, extended by the maximum length of its last line, which may be requested by an offset in the next
     * window.
     */
    private synchronized ByteBuffer window(int number) throws IOException {
        ByteBuffer window = windows[number];
        if (window == null) {
            long from = number * WINDOW;
            window = channel.map(MapMode.READ_ONLY, from, Math.min(WINDOW + SPARE, size - from))
                    .order(ByteOrder.LITTLE_ENDIAN);
            windows[number] = window;
        }
        return window;
    }
}
