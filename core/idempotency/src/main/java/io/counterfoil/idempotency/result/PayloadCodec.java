package io.counterfoil.idempotency.result;

import io.counterfoil.idempotency.store.Payload;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * Encodes a result for its record, and decodes it. Thread-safe.
 *
 * @param <T> the result's type
 */
public interface PayloadCodec<T> {

    /** Bytes as they are, in format 0. */
    PayloadCodec<byte[]> BYTES = of(0, Function.identity(), Function.identity());

    /** Text as UTF-8, in format 1. */
    PayloadCodec<String> TEXT =
            of(1, text -> text.getBytes(StandardCharsets.UTF_8), bytes -> new String(bytes, StandardCharsets.UTF_8));

    /**
     * {@return a codec of two functions, in a format of its own}
     *
     * @param <T> the result's type
     * @param format the number of the format, 0 to 32767: another number for every change that the old reader cannot read
     * @param encode encodes a result; must be thread-safe
     * @param decode the inverse of {@code encode}; must be thread-safe
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
                    throw new IllegalArgumentException("a result stored in format " + payload.format()
                            + " cannot be read by this version, which knows format " + format);
                }
                return decode.apply(payload.toByteArray());
            }
        };
    }

    /**
     * Encodes the result.
     *
     * @param value the result
     * @return the encoded result, with the number of its format
     */
    Payload encode(T value);

    /**
     * Decodes the result.
     *
     * @param payload a result that was encoded by this codec, or by another version of it
     * @return the result
     * @throws IllegalArgumentException when the format is one that this version cannot read; the message names it
     */
    T decode(Payload payload);
}
