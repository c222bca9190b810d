package io.counterfoil.http.client;

import io.counterfoil.http.client.Journal.JournalException;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;

/** A journal's file: a title, and frames. Used by one thread at a time. */
final class JournalFile implements Closeable {

    private final Path path;
    private final JournalDisk disk;
    private final RandomAccessFile file;
    private long size;

    private JournalFile(Path path, JournalDisk disk, RandomAccessFile file) {
        this.path = path;
        this.disk = disk;
        this.file = file;
    }

    /**
     * Begins a journal in an empty file; nothing is safe until {@link #force}.
     *
     * @param path what it will be called
     */
    static JournalFile begin(Path empty, Path path, JournalDisk disk) throws IOException {
        JournalFile begun = new JournalFile(path, disk, new RandomAccessFile(empty.toFile(), "rw"));
        try {
            disk.write(begun.file, JournalScan.TITLE);
            begun.size = JournalScan.TITLE.length;
            return begun;
        } catch (Throwable failure) {
            begun.file.close();
            throw failure;
        }
    }

    /**
     * Opens a journal, and hands over each of its records. A torn end is cut off.
     *
     * @throws JournalException when it is damaged
     */
    static JournalFile open(Path path, JournalDisk disk, JournalScan.Reader reader) throws IOException {
        JournalFile opened = new JournalFile(path, disk, new RandomAccessFile(path.toFile(), "rw"));
        try {
            opened.size = new JournalScan(path, opened.file, reader).intactSize();
            return opened;
        } catch (Throwable failure) {
            opened.file.close();
            throw failure;
        }
    }

    /** How many bytes of a torn frame there are behind the intact ones. */
    long torn() throws IOException {
        return file.length() - size;
    }

    /** Cuts off what is behind an offset. */
    void cutTo(long offset) throws IOException {
        file.setLength(offset);
        disk.force(file);
        size = offset;
    }

    long size() {
        return size;
    }

    Path path() {
        return path;
    }

    /**
     * Writes a frame with these records behind all others; it is safe after {@link #force}.
     *
     * @return where the content of the first record begins
     */
    long append(List<JournalRecord> records) throws IOException {
        byte[] frame = JournalFrame.of(records);
        file.seek(size);
        disk.write(file, frame);
        long first = size + JournalFrame.HEADER + JournalRecord.OVERHEAD;
        size += frame.length;
        return first;
    }

    void force() throws IOException {
        disk.force(file);
    }

    /**
     * A part of the file.
     *
     * @throws JournalException when it is not what this checksum is of
     */
    byte[] read(long offset, int length, int crc) throws IOException {
        byte[] bytes = new byte[length];
        file.seek(offset);
        file.readFully(bytes);
        if (JournalFrame.crc(bytes, 0, length) != crc) {
            throw new JournalException("the journal " + path + " is damaged at offset " + offset);
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
