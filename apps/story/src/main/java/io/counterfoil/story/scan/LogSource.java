package io.counterfoil.story.scan;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * A log file.
 *
 * @param index the index of the file, from 0
 * @param name the file as named on the command line; {@code -} for standard input
 * @param path the path of its bytes
 * @param packing how its bytes are encoded
 */
public record LogSource(int index, String name, Path path, Packing packing) {

    /** The first bytes of bzip2, xz, zip, 7z, lz4, lzip, compress, in hex. */
    private static final List<String> UNREADABLE =
            List.of("425a68", "fd377a585a00", "504b0304", "377abcaf", "04224d18", "4c5a4950", "1f9d");

    /** How the bytes of a file are encoded; detected from its first bytes, not from its name. */
    public enum Packing {
        /** Plain bytes. */
        PLAIN,
        /** Gzip. */
        GZIP,
        /** Zstandard. */
        ZSTD,
        /** UTF-16, little-endian. */
        UTF16LE,
        /** UTF-16, big-endian. */
        UTF16BE,
        /** A document of records, such as pretty JSON or CSV, rather than lines. */
        RECORDS,
        /** A compression or an archive that is not read. */
        UNREADABLE
    }

    /**
     * Detects the encoding of a file.
     *
     * @throws IOException if it cannot be read
     */
    public static LogSource of(int index, String name, Path path) throws IOException {
        byte[] head = new byte[Records.HEAD];
        int read;
        try (InputStream in = Files.newInputStream(path)) {
            read = in.readNBytes(head, 0, head.length);
        }
        return new LogSource(index, name, path, packing(head, read));
    }

    /** The name of the service whose lines do not name it: the file name without directories and extensions. */
    public String serviceName() {
        String file = name.equals("-")
                ? "stdin"
                : name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        int dot = file.indexOf('.', 1);
        return dot < 0 ? file : file.substring(0, dot);
    }

    /** The text as UTF-8, decoded from the file. */
    InputStream unpacked() throws IOException {
        InputStream packed = new BufferedInputStream(Files.newInputStream(path), 1 << 16);
        try {
            return Records.over(Unpacking.of(packed, packing));
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
        if (read >= 4 && b0 == 0x28 && b1 == 0xB5 && head[2] == 0x2F && (head[3] & 0xFF) == 0xFD) {
            return Packing.ZSTD;
        }
        if (read >= 2 && ((b0 == 0xFF && b1 == 0xFE) || (b0 != 0 && b1 == 0))) {
            return Packing.UTF16LE;
        }
        if (read >= 2 && ((b0 == 0xFE && b1 == 0xFF) || (b0 == 0 && b1 != 0))) {
            return Packing.UTF16BE;
        }
        String begin = HexFormat.of().formatHex(head, 0, Math.min(read, 6));
        if (UNREADABLE.stream().anyMatch(begin::startsWith)) {
            return Packing.UNREADABLE;
        }
        return Records.isDocument(head, read) ? Packing.RECORDS : Packing.PLAIN;
    }
}
