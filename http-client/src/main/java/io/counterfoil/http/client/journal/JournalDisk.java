package io.counterfoil.http.client.journal;

import static java.nio.file.StandardOpenOption.READ;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** How a {@link FileJournal} gets bytes onto a disk; tests replace it. */
class JournalDisk {

    /** Writes to a new file. By a stream, because an interrupt would close a {@code FileChannel}. */
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
