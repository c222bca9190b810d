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
 * Reads what is written to logs after they were read: whole lines, as soon as they are there. A file that becomes shorter, or whose name is
 * given to another file, is read from its beginning. For one thread.
 *
 * <p>A line may make something else worth looking for. In what is behind it that is looked for at once; in what was read before, in
 * all files, once the part is read that the line is in. Of each file no more than {@link #MAX_BACK} is read again.
 */
public final class Follower implements AutoCloseable {

    /** How far back a file is read again, in bytes. */
    public static final long MAX_BACK = 256L << 20;

    private static final int CHUNK = 4 * Scan.MAX_LINE;

    private final Reader reader;
    private final List<Tail> tails = new ArrayList<>();
    private final byte[] chunk = new byte[CHUNK];
    private final ByteBuffer bytes = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);

    /** What happens while there is nothing to read. */
    @FunctionalInterface
    public interface Pause {

        /**
         * Waits for a while.
         *
         * @return whether to go on
         */
        boolean await() throws InterruptedException;
    }

    /** Who wants the lines. */
    public interface Reader {

        /** What is looked for in what is written. Asked again after each line; another object when something else has to be looked for. */
        Needles ahead();

        /** Takes a line that was written. */
        void ahead(RawLine line);

        /** What has to be looked for in all that was read before; empty when there is nothing new to be looked for since the last time. */
        Optional<Needles> back();

        /** Takes a line that was read before, in the order of files and places. */
        void back(RawLine line);
    }

    /** A follower for this reader. */
    public Follower(Reader reader) {
        this.reader = reader;
    }

    /** One more file, from this place on. */
    public void add(LogSource source, long from) throws IOException {
        tails.add(new Tail(source, from));
    }

    /** Follows the files until the pause says that it is enough, or the thread is interrupted. */
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

    /** Follows a stream to its end. What has gone by does not come again. */
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
            Needles now = reader.ahead();
            LineFinder[] finder = new LineFinder[1];
            finder[0] = new LineFinder(now, line -> {
                reader.ahead(line);
                if (reader.ahead() != now) {
                    // The line has changed what is looked for, also in the lines behind it.
                    finder[0].stop();
                }
            });
            at = finder[0].search(source, bytes, at, whole, base);
        }
    }

    /** In the end nothing is looked for that was not looked for everywhere. */
    private void lookBack() throws IOException {
        Optional<Needles> back = reader.back();
        if (back.isPresent()) {
            LineFinder finder = new LineFinder(back.get(), reader::back);
            for (Tail tail : tails) {
                tail.readAgain(finder);
            }
        }
    }

    /** To the last line feed; of a line that fills everything, all. */
    private int wholeLines(int filled) {
        int whole = LineFinder.lineStart(bytes, 0, filled);
        return whole == 0 && filled == CHUNK ? filled : whole;
    }

    private int rest(int whole, int filled) {
        System.arraycopy(chunk, whole, chunk, 0, filled - whole);
        return filled - whole;
    }

    /** A file, and how far it was read. */
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

        /** Reads this many bytes at most, and says how many of them are whole lines. */
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
                // Between the old file and the new one of its name there may be none.
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
