package io.counterfoil.idempotency;

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
 * How an answer is kept: one byte that says how, then the codec's bytes, as they are or deflated. The payload's format stays
 * the codec's own.
 *
 * <p>The lower four bits of the first byte are the version of this form: 0 for no answer, 1 for plain bytes, 2 for the
 * length as four bytes and the bytes deflated. Bit 4 marks a refusal. A version that is not known is refused, never guessed
 * at, so that an old program says that it is old.
 *
 * @param refusal whether it is a refusal
 * @param answer the answer; empty where it is not stored
 */
record StoredForm(boolean refusal, Optional<Payload> answer) {

    private static final int NOT_KEPT = 0;
    private static final int PLAIN = 1;
    private static final int DEFLATED = 2;
    private static final int VERSION = 0x0f;
    private static final int REFUSAL = 0x10;

    /** How many bytes one byte of deflated content can stand for, at the most. */
    private static final long LARGEST_RATIO = 1032;

    /** The answer, as far as the limits let it be kept. */
    static StoredForm of(Payload answer, boolean refusal, AnswerLimits limits) {
        return new StoredForm(refusal, answer.length() > limits.maxBytes() ? Optional.empty() : Optional.of(answer));
    }

    /**
     * What was kept.
     *
     * @throws IllegalArgumentException when the form is one that this version cannot read, or damaged
     */
    static StoredForm read(Payload kept) {
        if (kept.length() == 0) {
            throw new IllegalArgumentException("a kept answer is damaged: it is empty");
        }
        int version = kept.at(0) & VERSION;
        Optional<Payload> answer = switch (version) {
            case NOT_KEPT -> Optional.empty();
            case PLAIN -> Optional.of(kept.withoutFirst());
            case DEFLATED -> Optional.of(new Payload(kept.format(), inflated(kept.toByteArray())));
            default ->
                throw new IllegalArgumentException("an answer kept in form " + version
                        + " cannot be read by this version, which knows the forms 0 to " + DEFLATED);
        };
        return new StoredForm((kept.at(0) & REFUSAL) != 0, answer);
    }

    /** What is to be kept; an answer from {@link AnswerLimits#compressFrom()} on is compressed where that makes it shorter. */
    Payload kept(AnswerLimits limits) {
        int flags = refusal ? REFUSAL : 0;
        if (answer.isEmpty()) {
            return new Payload(0, new byte[] {(byte) (flags | NOT_KEPT)});
        }
        Payload plain = answer.get();
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

    private static byte[] inflated(byte[] kept) {
        if (kept.length < 1 + Integer.BYTES) {
            throw new IllegalArgumentException("a kept answer is damaged: it has no length");
        }
        int length = ByteBuffer.wrap(kept, 1, Integer.BYTES).getInt();
        if (length < 0 || length > Math.min(AnswerLimits.LARGEST, kept.length * LARGEST_RATIO)) {
            throw new IllegalArgumentException("a kept answer is damaged: its length is " + length);
        }
        byte[] plain = new byte[length];
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(kept, 1 + Integer.BYTES, kept.length - 1 - Integer.BYTES);
            if (inflater.inflate(plain) != length || !inflater.finished()) {
                throw new IllegalArgumentException("a kept answer is damaged: it has not " + length + " bytes");
            }
            return plain;
        } catch (DataFormatException damaged) {
            throw new IllegalArgumentException("a kept answer is damaged", damaged);
        } finally {
            inflater.end();
        }
    }
}
