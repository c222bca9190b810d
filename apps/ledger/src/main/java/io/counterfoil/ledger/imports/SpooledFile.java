package io.counterfoil.ledger.imports;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An uploaded file, in chunks, on the local disk, so that no database connection is held during an upload. Closing
 * deletes it.
 */
public final class SpooledFile implements Closeable {

    private final Path path;
    private final DataOutputStream out;
    private CsvChunk chunk = new CsvChunk();
    private @Nullable CsvColumns columns;
    private byte[] digest = {};
    private long rows;
    private int chunks;

    private SpooledFile(Path path) throws IOException {
        this.path = path;
        this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path)));
    }

    static SpooledFile in(Path directory) throws IOException {
        return new SpooledFile(Files.createTempFile(directory, "import", ".spool"));
    }

    void columns(CsvColumns columns) {
        this.columns = columns;
    }

    CsvColumns columns() {
        if (columns == null) {
            throw new IllegalStateException("the header was not read");
        }
        return columns;
    }

    void add(CsvRow row) throws IOException {
        chunk.add(row);
        rows++;
        if (chunk.isFull()) {
            write();
        }
    }

    /** Ends the upload. */
    void seal(byte[] digest) throws IOException {
        if (chunk.rows() > 0) {
            write();
        }
        out.close();
        this.digest = digest.clone();
    }

    private void write() throws IOException {
        byte[] bytes = chunk.text().getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
        chunk = new CsvChunk();
        chunks++;
    }

    long rows() {
        return rows;
    }

    /** The SHA-256 of the file as it was sent. */
    byte[] digest() {
        return digest.clone();
    }

    /** Iterates over the chunks, in order. */
    public <X extends Exception> void forEach(ChunkConsumer<X> consumer) throws IOException, X {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
            for (int i = 0; i < chunks; i++) {
                byte[] bytes = in.readNBytes(in.readInt());
                consumer.accept(i, new String(bytes, StandardCharsets.UTF_8));
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (out) {
            Files.deleteIfExists(path);
        }
    }

    /** Receives chunks, in order, from number 0. */
    @FunctionalInterface
    public interface ChunkConsumer<X extends Exception> {

        void accept(int number, String text) throws X;
    }
}
