package io.counterfoil.retry.journal;

import io.counterfoil.idempotency.key.RequestId;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The encoded form of an entry: a byte for the version of the form; request ID; a byte that says whether it goes into the
 * header; method; URI; header fields; body; prefix of the attempt IDs; microseconds since 1970. A text or a body is its length
 * in four bytes, and its bytes, which are UTF-8 for a text. Header fields are their number, and the name and value of each.
 */
final class JournalEntryCodec {

    static final int VERSION = 1;

    private JournalEntryCodec() {}

    static byte[] encode(JournalEntry entry) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            write(out, entry.requestId().value());
            out.writeBoolean(entry.keyInHeader());
            write(out, entry.method());
            write(out, entry.uri().toString());
            out.writeInt(entry.headers().size());
            for (JournalField field : entry.headers()) {
                write(out, field.name());
                write(out, field.value());
            }
            write(out, entry.body());
            write(out, entry.attemptPrefix());
            out.writeLong(micros(entry.openedAt()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** Not by {@code ChronoUnit}, which counts nanoseconds on the way, and those end in the year 2262. */
    private static long micros(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1_000);
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        write(out, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** @throws IllegalArgumentException when the bytes are no entry; the message has none of them */
    static JournalEntry decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            int version = in.get();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "a journal entry of form " + version + ", and this version reads form " + VERSION
                                + ": it was written by another version of this library");
            }
            JournalEntry entry = new JournalEntry(
                    new RequestId(text(in)),
                    readBoolean(in),
                    text(in),
                    uri(in),
                    fields(in),
                    part(in),
                    text(in),
                    Instant.EPOCH.plus(in.getLong(), ChronoUnit.MICROS));
            if (in.hasRemaining()) {
                throw new IllegalArgumentException("a journal entry with " + in.remaining() + " bytes too many");
            }
            return entry;
        } catch (BufferUnderflowException cut) {
            throw new IllegalArgumentException("a journal entry that is cut off after " + bytes.length + " bytes", cut);
        }
    }

    private static List<JournalField> fields(ByteBuffer in) {
        int count = in.getInt();
        if (count < 0) {
            throw new BufferUnderflowException();
        }
        List<JournalField> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(new JournalField(text(in), text(in)));
        }
        return fields;
    }

    /** The JDK's own exception would show the text. */
    private static URI uri(ByteBuffer in) {
        try {
            return new URI(text(in));
        } catch (URISyntaxException broken) {
            throw new IllegalArgumentException("a journal entry with a URI that cannot be read: " + broken.getReason());
        }
    }

    private static boolean readBoolean(ByteBuffer in) {
        int value = in.get();
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException("a journal entry with " + value + " where 0 or 1 belongs");
        }
        return value == 1;
    }

    private static String text(ByteBuffer in) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(slice(in)).toString();
        } catch (CharacterCodingException broken) {
            throw new IllegalArgumentException("a journal entry with a text that is no UTF-8", broken);
        }
    }

    private static byte[] part(ByteBuffer in) {
        ByteBuffer slice = slice(in);
        byte[] bytes = new byte[slice.remaining()];
        slice.get(bytes);
        return bytes;
    }

    private static ByteBuffer slice(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        ByteBuffer slice = in.slice(in.position(), length);
        in.position(in.position() + length);
        return slice;
    }
}
