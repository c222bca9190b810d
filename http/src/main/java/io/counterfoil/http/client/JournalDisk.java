package io.counterfoil.http.client;

import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * How bytes come to a disk. By a {@link RandomAccessFile}, because a {@code FileChannel} is closed for all threads when one is
 * interrupted at it.
 */
interface JournalDisk {

    /** Writes at the file's position. */
    void write(RandomAccessFile file, byte[] bytes) throws IOException;

    /** Returns when all that was written will survive a loss of power. */
    void force(RandomAccessFile file) throws IOException;

    /** The one there is. */
    JournalDisk REAL = new JournalDisk() {

        @Override
        public void write(RandomAccessFile file, byte[] bytes) throws IOException {
            file.write(bytes);
        }

        @Override
        public void force(RandomAccessFile file) throws IOException {
            file.getFD().sync();
        }
    };
}
