package io.counterfoil.http.client;

import io.counterfoil.http.client.Journal.JournalException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads a journal file from its beginning, and tells a torn end from damage.
 *
 * <p>A frame is begun when the one before it is safe on the disk. So a crash can only have torn the last one, and nobody was told
 * that it was kept: it is cut off. It is torn where the file ends within it, or where one of its disk sectors reads as zeros
 * because it was never written. Anything else that is not as it was written is damage to what somebody relies on.
 */
final class JournalScan {

    static final byte[] TITLE = "counterfoil journal 1\n".getBytes(StandardCharsets.US_ASCII);

    private static final int SECTOR = 512;
    private static final int WINDOW = 1 << 16;

    private final Path path;
    private final RandomAccessFile file;
    private final Reader reader;
    private final long size;

    /** Takes each record, with the file's offset at which its content begins. */
    interface Reader {
        void read(JournalRecord record, long offset);
    }

    JournalScan(Path path, RandomAccessFile file, Reader reader) throws IOException {
        this.path = path;
        this.file = file;
        this.reader = reader;
        this.size = file.length();
    }

    /**
     * Reads all frames, and returns where the last intact one ends.
     *
     * @throws JournalException when the file is damaged, or no journal of this version; it names the file and the offset
     */
    long intactSize() throws IOException {
        checkTitle();
        long offset = TITLE.length;
        while (offset < size) {
            int length = frame(offset);
            if (length == 0) {
                return offset;
            }
            offset += length;
        }
        return offset;
    }

    private void checkTitle() throws IOException {
        byte[] title = bytes(0, (int) Math.min(TITLE.length, size));
        if (!Arrays.equals(title, TITLE)) {
            throw new JournalException(
                    "the file " + path + " is no journal that this version can read: it does not begin with \""
                            + new String(TITLE, StandardCharsets.US_ASCII).strip() + "\"");
        }
    }

    /** The frame's length, or zero where it is torn. */
    private int frame(long offset) throws IOException {
        if (size - offset < JournalFrame.HEADER) {
            return 0;
        }
        byte[] header = bytes(offset, JournalFrame.HEADER);
        if (!JournalFrame.isHeader(header, 0)) {
            requireTorn(offset, offset + JournalFrame.HEADER, size);
            return 0;
        }
        int length = JournalFrame.OVERHEAD + JournalFrame.length(header);
        if (length > size - offset) {
            return 0;
        }
        byte[] rest = bytes(offset + JournalFrame.HEADER, length - JournalFrame.HEADER);
        if (!JournalFrame.isIntact(header, rest)) {
            requireTorn(offset, offset + length, offset + length);
            return 0;
        }
        JournalFrame.split(rest, (record, begin) -> reader.read(record, offset + JournalFrame.HEADER + begin));
        return length;
    }

    /**
     * @param from where the frame begins
     * @param suspect before which a sector that was not written begins
     * @param to where the frame ends, as far as that is known
     */
    private void requireTorn(long from, long suspect, long to) throws IOException {
        if (to < size || !hasUnwrittenSector(from, suspect, to) || hasFrameAfter(from)) {
            throw new JournalException(
                    "the journal " + path + " is damaged at offset " + from
                            + ", and what it keeps cannot be told for sure; restore it, or put it aside and reconcile what was pending");
        }
    }

    private boolean hasUnwrittenSector(long from, long suspect, long to) throws IOException {
        long begin = from;
        while (begin < suspect) {
            long end = Math.min((begin / SECTOR + 1) * SECTOR, to);
            if (isZero(bytes(begin, (int) (end - begin)))) {
                return true;
            }
            begin = end;
        }
        return false;
    }

    private static boolean isZero(byte[] bytes) {
        for (byte each : bytes) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether a frame's intact header is anywhere behind an offset: then what is there was not the last one. */
    private boolean hasFrameAfter(long offset) throws IOException {
        for (long begin = offset + 1; size - begin >= JournalFrame.HEADER; begin += WINDOW) {
            byte[] window = bytes(begin, (int) Math.min(WINDOW + JournalFrame.HEADER - 1, size - begin));
            for (int i = 0; i + JournalFrame.HEADER <= window.length; i++) {
                if (JournalFrame.isHeader(window, i)) {
                    return true;
                }
            }
        }
        return false;
    }

    private byte[] bytes(long offset, int length) throws IOException {
        byte[] bytes = new byte[length];
        file.seek(offset);
        file.readFully(bytes);
        return bytes;
    }
}
