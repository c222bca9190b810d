package io.counterfoil.ids.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Base 16: four bits a character. Written eight characters at a time, in one register. */
final class Hex {

    private static final Digits DIGITS = Digits.of(Alphabets.BASE16);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private Hex() {}

    /** The number of a text of 16 characters in a source of {@link Digits}, or {@link LongFormat#NONE}. */
    static long decodeLong(Object source, int at) {
        long upper = eight(source, at);
        long lower = eight(source, at + 8);
        return (upper | lower) >= 0 ? (upper << 32) | lower : LongFormat.NONE;
    }

    /** The UUID of a text of 32 characters in a source of {@link Digits}, or null. */
    static @Nullable UUID decode(Object source, int at) {
        return uuid(eight(source, at), eight(source, at + 8), eight(source, at + 16), eight(source, at + 24));
    }

    /** The UUID of a text of 36 characters in a source of {@link Digits}, or null. */
    static @Nullable UUID decodeHyphenated(Object source, int at) {
        long second = (DIGITS.four(source, at + 9) << 16) | DIGITS.four(source, at + 14);
        long third = (DIGITS.four(source, at + 19) << 16) | DIGITS.four(source, at + 24);
        return uuid(eight(source, at) | hyphens(source, at), second, third, eight(source, at + 28));
    }

    /** Negative where one of the four is another character. */
    private static long hyphens(Object source, int at) {
        if (source instanceof String text) {
            return hyphens(text.charAt(at + 8), text.charAt(at + 13), text.charAt(at + 18), text.charAt(at + 23));
        }
        if (source instanceof byte[] ascii) {
            return hyphens(ascii[at + 8], ascii[at + 13], ascii[at + 18], ascii[at + 23]);
        }
        CharSequence text = (CharSequence) source;
        return hyphens(text.charAt(at + 8), text.charAt(at + 13), text.charAt(at + 18), text.charAt(at + 23));
    }

    private static long hyphens(int a, int b, int c, int d) {
        return -(((a ^ '-') | (b ^ '-') | (c ^ '-') | (d ^ '-')) & 0xffff);
    }

    private static @Nullable UUID uuid(long a, long b, long c, long d) {
        return (a | b | c | d) >= 0 ? new UUID((a << 32) | b, (c << 32) | d) : null;
    }

    /** The sign of either half stays the sign. */
    private static long eight(Object source, int at) {
        return (DIGITS.four(source, at) << 16) | DIGITS.four(source, at + 4);
    }

    static void encode(long id, byte[] target, int at) {
        LONG.set(target, at, characters((int) (id >>> 32)));
        LONG.set(target, at + 8, characters((int) id));
    }

    static void encode(long high, long low, byte[] target, int at) {
        encode(high, target, at);
        encode(low, target, at + 16);
    }

    static void encodeHyphenated(long high, long low, byte[] target, int at) {
        long second = characters((int) high);
        long third = characters((int) (low >>> 32));
        LONG.set(target, at, characters((int) (high >>> 32)));
        target[at + 8] = '-';
        INT.set(target, at + 9, (int) (second >>> 32));
        target[at + 13] = '-';
        INT.set(target, at + 14, (int) second);
        target[at + 18] = '-';
        INT.set(target, at + 19, (int) (third >>> 32));
        target[at + 23] = '-';
        INT.set(target, at + 24, (int) third);
        LONG.set(target, at + 28, characters((int) low));
    }

    /**
     * The eight characters of 32 bits, the first in the top byte. Three steps draw the digits apart, one to a byte; adding 6
     * carries into bit 4 of those above 9, which are the letters.
     */
    private static long characters(int bits) {
        long digits = bits & 0xffff_ffffL;
        digits = (digits | (digits << 16)) & 0x0000_ffff_0000_ffffL;
        digits = (digits | (digits << 8)) & 0x00ff_00ff_00ff_00ffL;
        digits = (digits | (digits << 4)) & 0x0f0f_0f0f_0f0f_0f0fL;
        long letters = ((digits + 0x0606_0606_0606_0606L) >>> 4) & 0x0101_0101_0101_0101L;
        return digits + 0x3030_3030_3030_3030L + letters * ('a' - '9' - 1);
    }
}
