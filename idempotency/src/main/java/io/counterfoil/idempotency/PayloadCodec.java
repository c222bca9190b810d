package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.Payload;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Turns an answer into what is remembered of it, and back. Thread-safe. */
public interface PayloadCodec<T> {

    /** Bytes as they are, in format 0. */
    PayloadCodec<byte[]> BYTES = of(0, Function.identity(), Function.identity());

    /** Text as UTF-8, in format 1. */
    PayloadCodec<String> TEXT =
            of(1, text -> text.getBytes(StandardCharsets.UTF_8), bytes -> new String(bytes, StandardCharsets.UTF_8));

    /**
     * A codec of two functions and a format of its own.
     *
     * @param format the number of the format, 0 to 32767: another number for every change that the old reader cannot read
     */
    static <T> PayloadCodec<T> of(int format, Function<T, byte[]> encode, Function<byte[], T> decode) {
        return new PayloadCodec<>() {
            @Override
            public Payload encode(T value) {
                return new Payload(format, encode.apply(value));
            }

            @Override
            public T decode(Payload payload) {
                if (payload.format() != format) {
                    throw new IllegalArgumentException("an answer kept in format " + payload.format()
                            + " cannot be read by this version, which knows format " + format);
                }
                return decode.apply(payload.toByteArray());
            }
        };
    }

    /** What is to be remembered of the answer. */
    Payload encode(T value);

    /**
     * The answer as it was.
     *
     * @throws IllegalArgumentException when the format is one that this version cannot read; the message names it
     */
    T decode(Payload payload);
}
