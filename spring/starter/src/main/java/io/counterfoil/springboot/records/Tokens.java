package io.counterfoil.springboot.records;

import io.counterfoil.idempotency.directory.RecordPosition;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** Keys and places in a list as texts that a URL carries unchanged: opaque to who gets them, and good for giving back. */
public final class Tokens {

    private Tokens() {}

    /**
     * {@return the token of a key: text for a URL, which is not a secret}
     *
     * @param key of a record
     */
    public static String of(IdempotencyKey key) {
        return text(out -> write(out, key));
    }

    /**
     * {@return the token of a position in a list: text for a URL, which is not a secret}
     *
     * @param place where the next page begins
     */
    public static String of(RecordPosition place) {
        return text(out -> {
            out.writeBoolean(place.expires().isPresent());
            write(out, place.expires().orElse(Instant.EPOCH));
            write(out, place.firstReceived());
            write(out, place.key());
        });
    }

    /**
     * {@return the key of a token}
     *
     * @param field the name of the parameter that has it
     * @param text the token
     * @throws BadParameterException when the text is none that {@link #of(IdempotencyKey)} made
     */
    public static IdempotencyKey key(String field, String text) {
        return read(field, text, Tokens::key);
    }

    /**
     * {@return the position of a token}
     *
     * @param field the name of the parameter that has it
     * @param text the token
     * @throws BadParameterException when the text is none that {@link #of(RecordPosition)} made
     */
    public static RecordPosition position(String field, String text) {
        return read(field, text, in -> {
            boolean expires = in.readBoolean();
            Instant at = instant(in);
            return new RecordPosition(expires ? Optional.of(at) : Optional.empty(), instant(in), key(in));
        });
    }

    private static void write(DataOutputStream out, IdempotencyKey key) throws IOException {
        out.writeUTF(key.requestId().value());
        out.writeUTF(key.client().value());
        out.writeUTF(key.operation().value());
    }

    private static IdempotencyKey key(DataInputStream in) throws IOException {
        RequestId requestId = new RequestId(in.readUTF());
        return new IdempotencyKey(ClientId.ofStored(in.readUTF()), new OperationName(in.readUTF()), requestId);
    }

    private static void write(DataOutputStream out, Instant instant) throws IOException {
        out.writeLong(instant.getEpochSecond());
        out.writeInt(instant.getNano());
    }

    private static Instant instant(DataInputStream in) throws IOException {
        return Instant.ofEpochSecond(in.readLong(), in.readInt());
    }

    private static String text(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writing.to(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    private static <T> T read(String field, String text, Reading<T> reading) {
        try (DataInputStream in = new DataInputStream(
                new ByteArrayInputStream(Base64.getUrlDecoder().decode(text)))) {
            T value = reading.from(in);
            if (in.read() >= 0) {
                throw new IOException("trailing bytes");
            }
            return value;
        } catch (IOException | IllegalArgumentException | ArithmeticException | DateTimeException damaged) {
            throw new BadParameterException(field, "is not a token of this endpoint; copy it completely from a list");
        }
    }

    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }
}
