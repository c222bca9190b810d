package io.counterfoil.idempotency.engine;

import io.counterfoil.idempotency.store.Payload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The results of the completed phases of an action, by name, and their encoding: format 1. Used by one thread. */
public final class Progress {

    /** The longest kept form of all results together, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private static final int FORMAT = 1;

    private final Map<String, Payload> results = new LinkedHashMap<>();

    public Optional<Payload> result(String phase) {
        return Optional.ofNullable(results.get(phase));
    }

    /**
     * Adds a result.
     *
     * @return all results, as they are to be kept
     * @throws IllegalStateException when they are longer than {@link #MAX_BYTES}; nothing was added
     */
    public Payload add(String phase, Payload result) {
        results.put(phase, result);
        Payload kept = kept();
        if (kept.length() > MAX_BYTES) {
            results.remove(phase);
            throw new IllegalStateException("phase " + phase + ": the results of all phases are " + kept.length()
                    + " bytes together, at most " + MAX_BYTES + " are allowed");
        }
        return kept;
    }

    private Payload kept() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(results.size());
            for (Map.Entry<String, Payload> entry : results.entrySet()) {
                byte[] content = entry.getValue().toByteArray();
                out.writeUTF(entry.getKey());
                out.writeShort(entry.getValue().format());
                out.writeInt(content.length);
                out.write(content);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        return new Payload(FORMAT, bytes.toByteArray());
    }

    /**
     * What was kept.
     *
     * @throws IllegalArgumentException when the format is another, or the content damaged
     */
    public static Progress of(Payload kept) {
        if (kept.format() != FORMAT) {
            throw new IllegalArgumentException("progress stored in format " + kept.format()
                    + " cannot be read by this version, which knows format " + FORMAT);
        }
        Progress progress = new Progress();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(kept.toByteArray()))) {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                String phase = in.readUTF();
                int format = in.readUnsignedShort();
                progress.results.put(phase, new Payload(format, content(in)));
            }
            if (count < 0 || in.available() > 0) {
                throw new IOException(count + " results, and " + in.available() + " bytes after them");
            }
        } catch (IOException damaged) {
            throw new IllegalArgumentException("stored progress is damaged", damaged);
        }
        return progress;
    }

    private static byte[] content(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a result of " + length + " bytes, where " + in.available() + " are left");
        }
        return in.readNBytes(length);
    }
}
