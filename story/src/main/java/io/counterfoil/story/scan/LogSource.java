package io.counterfoil.story.scan;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file with a log.
 *
 * @param index its place among the files, from 0
 * @param name as it was named on the command line; {@code -} for the standard input
 * @param path where its bytes are
 * @param packing how they have to be read
 */
public record LogSource(int index, String name, Path path, Packing packing) {

    /** How the bytes of a file have to be read: told by their beginning, and not by the file's name. */
    public enum Packing {
        /** As they are. */
        PLAIN,
        /** Through gzip. */
        GZIP,
        /** Through Zstandard. */
        ZSTD,
        /** As UTF-16, the low byte of a unit first. */
        UTF16LE,
        /** As UTF-16, the high byte of a unit first. */
        UTF16BE
    }

    /**
     * The log in this file.
     *
     * @throws IOException when it cannot be read
     */
    public static LogSource of(int index, String name, Path path) throws IOException {
        byte[] head = new byte[4];
        int read;
        try (InputStream in = Files.newInputStream(path)) {
            read = in.readNBytes(head, 0, head.length);
        }
        return new LogSource(index, name, path, packing(head, read));
    }

    /** What the log's service is called where its lines do not say: the file's name without directories and endings. */
    public String serviceName() {
        String file = name.equals("-")
                ? "stdin"
                : name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        int dot = file.indexOf('.', 1);
        return dot < 0 ? file : file.substring(0, dot);
    }

    /** Its text as UTF-8, if it has to be unpacked. */
    InputStream unpacked() throws IOException {
        InputStream packed = new BufferedInputStream(Files.newInputStream(path), 1 << 16);
        try {
            return Unpacking.of(packed, packing);
        } catch (IOException e) {
            packed.close();
            throw e;
        }
    }

    private static Packing packing(byte[] head, int read) {
        int b0 = head[0] & 0xFF;
        int b1 = head[1] & 0xFF;
        if (read >= 2 && b0 == 0x1F && b1 == 0x8B) {
            return Packing.GZIP;
        }
        if (read == 4 && b0 == 0x28 && b1 == 0xB5 && head[2] == 0x2F && (head[3] & 0xFF) == 0xFD) {
            return Packing.ZSTD;
        }
        if (read >= 2 && ((b0 == 0xFF && b1 == 0xFE) || (b0 != 0 && b1 == 0))) {
            return Packing.UTF16LE;
        }
        if (read >= 2 && ((b0 == 0xFE && b1 == 0xFF) || (b0 == 0 && b1 != 0))) {
            return Packing.UTF16BE;
        }
        return Packing.PLAIN;
    }
}
