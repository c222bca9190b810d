package io.counterfoil.ids.text;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Base 32: five bits a character, so all is shifts. The 26 characters of a UUID are 130 bits, and the 13 of a number of 64 bits
 * are 65: the first may be up to 7, or 15.
 */
record Crockford(Digits digits, Pairs pairs) {

    static final Crockford BASE32 = of(Alphabets.BASE32);
    static final Crockford ULID = of(Alphabets.ULID);

    private static Crockford of(String alphabet) {
        return new Crockford(Digits.of(alphabet), Pairs.of(alphabet));
    }

    /** The UUID of a text of 26 characters in a source of {@link Digits}, or null. */
    @Nullable
    UUID decode(Object source, int at) {
        long a = digits.one(source, at);
        long b = digits.five(source, at + 1);
        long c = digits.five(source, at + 6);
        long d = digits.five(source, at + 11);
        long e = digits.five(source, at + 16);
        long f = digits.five(source, at + 21);
        boolean isUuid = (a | b | c | d | e | f) >= 0 && a <= 7;
        return isUuid ? new UUID((a << 61) | (b << 36) | (c << 11) | (d >>> 14), (d << 50) | (e << 25) | f) : null;
    }

    /** The number of a text of 13 characters in a source of {@link Digits}, or {@link LongFormat#NONE}. */
    long decodeLong(Object source, int at) {
        long a = digits.one(source, at);
        long b = digits.one(source, at + 1);
        long c = digits.one(source, at + 2);
        long d = digits.five(source, at + 3);
        long e = digits.five(source, at + 8);
        boolean isNumber = (a | b | c | d | e) >= 0 && a <= 15;
        return isNumber ? (a << 60) | (b << 55) | (c << 50) | (d << 25) | e : LongFormat.NONE;
    }

    void encode(long high, long low, byte[] target, int at) {
        pairs.two((int) (high >>> 56), target, at);
        twelve((high << 4) | (low >>> 60), target, at + 2);
        twelve(low, target, at + 14);
    }

    void encode(long id, byte[] target, int at) {
        pairs.one((int) (id >>> 60), target, at);
        twelve(id, target, at + 1);
    }

    /** Writes the lower 60 bits. */
    private void twelve(long bits, byte[] target, int at) {
        pairs.two((int) (bits >>> 50) & 0x3ff, target, at);
        pairs.two((int) (bits >>> 40) & 0x3ff, target, at + 2);
        pairs.two((int) (bits >>> 30) & 0x3ff, target, at + 4);
        pairs.two((int) (bits >>> 20) & 0x3ff, target, at + 6);
        pairs.two((int) (bits >>> 10) & 0x3ff, target, at + 8);
        pairs.two((int) bits & 0x3ff, target, at + 10);
    }
}
