package io.counterfoil.idempotency.result;

import io.counterfoil.idempotency.policy.ResultPolicy;
import io.counterfoil.idempotency.store.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;

/**
 * What a record stores of the result of an execution. An immutable value.
 *
 * <p>Stored form: one byte for the form, then the codec's bytes, plain or deflated. The lower four bits of the first byte are
 * the version of the form: 0 for no result, 1 for plain bytes, 2 for the length as four bytes and the deflated bytes. Bit 4
 * marks a refusal. An unknown version is refused, so that an older program reports that it is too old. The payload's format
 * is the codec's.
 *
 * @param refusal whether the execution ended in a {@linkplain Completion#refuse refusal}
 * @param payload the encoded result; empty where it is not stored
 */
public record StoredResult(boolean refusal, Optional<Payload> payload) {

    private static final int NOT_STORED = 0;
    private static final int PLAIN = 1;
    private static final int DEFLATED = 2;
    private static final int VERSION = 0x0f;
    private static final int REFUSAL = 0x10;

    /** Maximum compression ratio of deflate. */
    private static final long LARGEST_RATIO = 1032;

    /**
     * {@return what is stored of a result: without its payload where that is longer than the limit}
     *
     * @param payload the encoded result
     * @param refusal whether the execution ended in a {@linkplain Completion#refuse refusal}
     * @param limits has the limit, {@link ResultPolicy#maxBytes()}
     */
    public static StoredResult of(Payload payload, boolean refusal, ResultPolicy limits) {
        return new StoredResult(
                refusal, payload.length() > limits.maxBytes() ? Optional.empty() : Optional.of(payload));
    }

    /**
     * Reads the payload of a record.
     *
     * @param stored the payload of a completed record, not the progress of a request in progress
     * @return what is stored
     * @throws IllegalArgumentException when the form is one that this version cannot read, or damaged
     */
    public static StoredResult read(Payload stored) {
        if (stored.length() == 0) {
            throw new IllegalArgumentException("a stored result is damaged: it is empty");
        }
        int version = stored.at(0) & VERSION;
        Optional<Payload> payload = switch (version) {
            case NOT_STORED -> Optional.empty();
            case PLAIN -> Optional.of(stored.withoutFirst());
            case DEFLATED -> Optional.of(new Payload(stored.format(), inflated(stored.toByteArray())));
            default ->
                throw new IllegalArgumentException("a result stored in form " + version
                        + " cannot be read by this version, which knows the forms 0 to " + DEFLATED);
        };
        return new StoredResult((stored.at(0) & REFUSAL) != 0, payload);
    }

    /**
     * {@return the payload of the record; compressed from {@link ResultPolicy#compressFrom()} on, where that makes it shorter}
     *
     * @param limits says from which size on the payload is compressed
     */
    public Payload encode(ResultPolicy limits) {
        int flags = refusal ? REFUSAL : 0;
        if (payload.isEmpty()) {
            return new Payload(0, new byte[] {(byte) (flags | NOT_STORED)});
        }
        Payload plain = payload.get();
        if (plain.length() >= limits.compressFrom()) {
            byte[] deflated = deflated(flags | DEFLATED, plain.toByteArray());
            if (deflated.length <= plain.length()) {
                return new Payload(plain.format(), deflated);
            }
        }
        return plain.withFirst((byte) (flags | PLAIN));
    }

    private static byte[] deflated(int flags, byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 2);
        bytes.write(flags);
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(plain.length).array());
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(plain);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    private static byte[] inflated(byte[] stored) {
        if (stored.length < 1 + Integer.BYTES) {
            throw new IllegalArgumentException("a stored result is damaged: it has no length");
        }
        int length = ByteBuffer.wrap(stored, 1, Integer.BYTES).getInt();
        if (length < 0 || length > Math.min(ResultPolicy.LARGEST, stored.length * LARGEST_RATIO)) {
            throw new IllegalArgumentException("a stored result is damaged: its length is " + length);
        }
        byte[] plain = new byte[length];
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(stored, 1 + Integer.BYTES, stored.length - 1 - Integer.BYTES);
            if (inflater.inflate(plain) != length || !inflater.finished()) {
                throw new IllegalArgumentException("a stored result is damaged: it has not " + length + " bytes");
            }
            return plain;
        } catch (DataFormatException damaged) {
            throw new IllegalArgumentException("a stored result is damaged", damaged);
        } finally {
            inflater.end();
        }
    }
}
