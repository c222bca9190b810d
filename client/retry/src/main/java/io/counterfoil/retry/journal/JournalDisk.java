package io.counterfoil.retry.journal;

import static java.nio.file.StandardOpenOption.READ;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** How a {@link FileJournal} gets bytes onto a disk, and from it; tests replace it. */
class JournalDisk {

    /** Reads a file, and at most this number of bytes of it. By a stream, because an interrupt would close a {@code FileChannel}. */
    byte[] read(Path file, int limit) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return in.readNBytes(limit);
        }
    }

    /** Writes to a new file; by a stream, as {@link #read}. */
    void write(FileOutputStream file, byte[] content) throws IOException {
        file.write(content);
    }

    /** Returns when the content of a file survives a power failure. */
    void force(FileOutputStream file) throws IOException {
        file.getFD().sync();
    }

    /** Returns when the names in a directory survive a power failure. Does nothing where only POSIX systems can do so. */
    void forceDirectory(Path directory) throws IOException {
        if (!directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        boolean interrupted = false;
        try {
            while (true) {
                try (FileChannel names = FileChannel.open(directory, READ)) {
                    names.force(true);
                    return;
                } catch (ClosedByInterruptException again) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
