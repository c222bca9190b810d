package io.counterfoil.story.scan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads complete lines as they are written to logs. A file that was truncated or replaced is read from its start. Not
 * thread-safe.
 *
 * <p>A line may add texts to search for. They are searched for immediately in the lines after it, and in the earlier
 * lines of all files after the current chunk. At most {@link #MAX_BACK} of each file are read again.
 */
public final class Follower implements AutoCloseable {

    /** The maximum size of the part of a file that is read again, in bytes. */
    public static final long MAX_BACK = 256L << 20;

    private static final int CHUNK = 4 * Scan.MAX_LINE;

    private final Reader reader;
    private final List<Tail> tails = new ArrayList<>();
    private final byte[] chunk = new byte[CHUNK];
    private final ByteBuffer bytes = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);

    /** Waits while there is nothing to read. */
    @FunctionalInterface
    public interface Pause {

        /**
         * Waits.
         *
         * @return whether to continue
         */
        boolean await() throws InterruptedException;
    }

    /** Receives the lines. */
    public interface Reader {

        /**
         * The texts to search for in new lines. Called again after each line; returns another object if the texts have
         * changed.
         */
        Needles needles();

        /** Receives a new line. */
        void newLine(RawLine line);

        /** The texts to search for in earlier lines; empty if none was added since the last call. */
        Optional<Needles> earlierNeedles();

        /** Receives an earlier line, in the order of files and offsets. */
        void earlierLine(RawLine line);
    }

    /** Creates a follower for this reader. */
    public Follower(Reader reader) {
        this.reader = reader;
    }

    /** Adds a file, to be read from this offset. */
    public void add(LogSource source, long from) throws IOException {
        tails.add(new Tail(source, from));
    }

    /** Follows the files until the pause returns false or the thread is interrupted. */
    public void follow(Pause pause) throws IOException {
        try {
            do {
                for (Tail tail : tails) {
                    tail.readOn();
                }
            } while (pause.await());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Follows a stream to its end. Earlier lines of a stream cannot be read again. */
    public void follow(LogSource source, InputStream in) throws IOException {
        int filled = 0;
        long base = 0;
        for (int read = in.read(chunk, 0, CHUNK); read >= 0; read = in.read(chunk, filled, CHUNK - filled)) {
            filled += read;
            bytes.clear();
            int whole = wholeLines(filled);
            search(source, whole, base);
            base += whole;
            filled = rest(whole, filled);
        }
        bytes.clear();
        search(source, filled, base);
    }

    @Override
    public void close() throws IOException {
        for (Tail tail : tails) {
            tail.close();
        }
    }

    private void search(LogSource source, int whole, long base) {
        bytes.limit(whole);
        int at = 0;
        while (at < whole) {
            Needles now = reader.needles();
            LineFinder[] finder = new LineFinder[1];
            finder[0] = new LineFinder(now, line -> {
                reader.newLine(line);
                if (reader.needles() != now) {
                    // The line has changed the texts, which applies to the lines after it too.
                    finder[0].stop();
                }
            });
            at = finder[0].search(source, bytes, at, whole, base);
        }
    }

    /** Searches the earlier lines for added texts. */
    private void lookBack() throws IOException {
        Optional<Needles> back = reader.earlierNeedles();
        if (back.isPresent()) {
            LineFinder finder = new LineFinder(back.get(), reader::earlierLine);
            for (Tail tail : tails) {
                tail.readAgain(finder);
            }
        }
    }

    /** The length up to the last line feed; the whole buffer if one line fills it. */
    private int wholeLines(int filled) {
        int whole = LineFinder.lineStart(bytes, 0, filled);
        return whole == 0 && filled == CHUNK ? filled : whole;
    }

    private int rest(int whole, int filled) {
        System.arraycopy(chunk, whole, chunk, 0, filled - whole);
        return filled - whole;
    }

    /** A file and the offset up to which it was read. */
    private final class Tail {

        private final LogSource source;
        private long at;
        private @Nullable FileChannel channel;
        private Optional<Object> key = Optional.empty();

        Tail(LogSource source, long at) throws IOException {
            this.source = source;
            this.at = at;
            open();
        }

        void readOn() throws IOException {
            FileChannel open = channel;
            if (open != null) {
                if (open.size() < at) {
                    at = 0;
                }
                read(open);
            }
            if (!key().equals(key)) {
                close();
                at = 0;
                open();
                FileChannel other = channel;
                if (other != null) {
                    read(other);
                }
            }
        }

        private void read(FileChannel from) throws IOException {
            for (int whole = fill(from, at, CHUNK); whole > 0; whole = fill(from, at, CHUNK)) {
                search(source, whole, at);
                at += whole;
                lookBack();
            }
        }

        void readAgain(LineFinder finder) throws IOException {
            FileChannel open = channel;
            if (open == null) {
                return;
            }
            long place = Math.max(0, at - MAX_BACK);
            if (place > 0) {
                fill(open, place, Scan.MAX_LINE);
                place += LineFinder.lineEnd(bytes, 0, Scan.MAX_LINE);
            }
            for (int whole = fill(open, place, at - place); whole > 0; whole = fill(open, place, at - place)) {
                bytes.limit(whole);
                finder.search(source, bytes, 0, whole, place);
                place += whole;
            }
        }

        /** Reads at most this many bytes, and returns the length of the complete lines among them. */
        private int fill(FileChannel from, long place, long most) throws IOException {
            bytes.clear().limit(Math.toIntExact(Math.min(CHUNK, most)));
            int filled = 0;
            while (bytes.hasRemaining()) {
                int read = from.read(bytes, place + filled);
                if (read < 0) {
                    break;
                }
                filled += read;
            }
            bytes.clear();
            return wholeLines(filled);
        }

        private void open() throws IOException {
            key = key();
            try {
                channel = FileChannel.open(source.path(), StandardOpenOption.READ);
            } catch (NoSuchFileException e) {
                // While a file is being replaced, there may be no file of its name.
                channel = null;
                key = Optional.empty();
            }
        }

        private Optional<Object> key() throws IOException {
            try {
                return Optional.ofNullable(Files.readAttributes(source.path(), BasicFileAttributes.class)
                        .fileKey());
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        }

        void close() throws IOException {
            FileChannel open = channel;
            if (open != null) {
                open.close();
                channel = null;
            }
        }
    }
}
