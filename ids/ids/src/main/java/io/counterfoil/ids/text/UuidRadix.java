package io.counterfoil.ids.text;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The UUIDs in a base that is no power of two. {@link Blocks} has the arithmetic.
 *
 * @param headLength how many digits there are before the two blocks
 * @param largestHead of 2^128 - 1, as the next two
 */
record UuidRadix(
        Digits digits,
        Pairs pairs,
        Blocks blocks,
        int headLength,
        long largestHead,
        long largestMiddle,
        long largestTail) {

    static final UuidRadix BASE36 = of(Alphabets.BASE36, 25);
    static final UuidRadix BASE58 = of(Alphabets.BASE58, 22);
    static final UuidRadix BASE62 = of(Alphabets.BASE62, 22);

    private static UuidRadix of(String alphabet, int length) {
        Blocks blocks = Blocks.of(alphabet.length());
        long upper = blocks.quotient(-1);
        long lower = blocks.lowerQuotient(-1, -1, upper);
        long head = blocks.head(upper, lower);
        return new UuidRadix(
                Digits.of(alphabet),
                Pairs.of(alphabet),
                blocks,
                length - 2 * Blocks.LENGTH,
                head,
                blocks.rest(lower, head),
                blocks.rest(-1, lower));
    }

    /** The UUID of a text of the right length in a source of {@link Digits}, or null. */
    @Nullable
    UUID decode(Object source, int at) {
        int b = at + headLength;
        int c = b + 5;
        int d = c + 5;
        int e = d + 5;
        if (source instanceof String text) {
            long head = digits.few(text, at, headLength);
            return uuid(head, digits.five(text, b), digits.five(text, c), digits.five(text, d), digits.five(text, e));
        }
        if (source instanceof byte[] ascii) {
            long head = digits.few(ascii, at, headLength);
            return uuid(
                    head, digits.five(ascii, b), digits.five(ascii, c), digits.five(ascii, d), digits.five(ascii, e));
        }
        CharSequence text = (CharSequence) source;
        long head = digits.few(text, at, headLength);
        return uuid(head, digits.five(text, b), digits.five(text, c), digits.five(text, d), digits.five(text, e));
    }

    private @Nullable UUID uuid(long head, long b, long c, long d, long e) {
        long middle = blocks.block(b, c);
        long tail = blocks.block(d, e);
        return (head | b | c | d | e) < 0 || isAboveLargest(head, middle, tail)
                ? null
                : new UUID(blocks.high(head, middle, tail), blocks.low(head, middle, tail));
    }

    private boolean isAboveLargest(long head, long middle, long tail) {
        return head >= largestHead
                && (head > largestHead || middle > largestMiddle || (middle == largestMiddle && tail > largestTail));
    }

    void encode(long high, long low, byte[] target, int at) {
        long upper = blocks.quotient(high);
        long lower = blocks.lowerQuotient(high, low, upper);
        long head = blocks.head(upper, lower);
        pairs.few(head, headLength, target, at);
        pairs.ten(blocks.rest(lower, head), target, at + headLength);
        pairs.ten(blocks.rest(low, lower), target, at + headLength + Blocks.LENGTH);
    }
}
