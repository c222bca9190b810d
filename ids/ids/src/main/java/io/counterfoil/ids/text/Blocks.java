package io.counterfoil.ids.text;

import java.math.BigInteger;

/**
 * The arithmetic of the bases that are no power of two: a number of 128 bits as a head and two blocks of ten digits,
 * {@code (head * P + middle) * P + tail} with {@code P = base^10}, and back.
 *
 * <p>Ten digits, because of what that gives in each of the bases 36, 58 and 62: {@code P} is below 2^60, so that the sign of a
 * block is free to say that a character was wrong; {@code P} has a factor 2^t with t at least 10, of which division makes use;
 * and the head is short: five digits, or two.
 *
 * <p><b>Reading</b> is two steps of {@code x * P + y}, where {@code Math.multiplyHigh} gives the upper word of the product. It
 * is signed; adding P once where the sign of x was taken for a minus makes it unsigned. That the text stands for less than
 * 2^128 is known before, from a comparison of the three numbers with those of the largest text, so nothing is lost.
 *
 * <p><b>Writing</b> divides 128 bits by P, and what comes out by P again. A {@link Divisor} takes dividends of 62 bits. So
 *
 * <ul>
 *   <li>An unsigned word n by P is {@code (n >>> t) / (P >>> t)}: P has no bits below t, so those of n cannot matter to the
 *       floor.
 *   <li>The rest r of that, which is below P, followed by the lower word, is {@code floor((r * 2^64 + low) / P)}, a full word.
 *       P is shifted up by s bits to D, so that its top bit is set, and the dividend with it; let u be the upper word of that,
 *       u0 the lower. The reciprocal v is {@code floor((2^128 - 1) / D) - 2^64}, and {@code u + floor(u * v / 2^64)} is the
 *       estimate (Moeller and Granlund, "Improved division by invariant integers", IEEE Transactions on Computers 60, 2011). It
 *       is never too high. It is too low by less than 4: by less than 1 for what v lost by its floor, by u0 / D &lt; 2 for
 *       leaving out u0, by less than 1 for the floor of the product. So what is left of the dividend is below 4 P, and hence
 *       below 2^62: the lower word alone holds it, and its quotient by P is what the estimate lacks. The paper compares and
 *       corrects; dividing once more has nothing in it for the branch predictor to get wrong half of the time.
 *   <li>The whole quotient by P gives the head: shifted by t it fits, as n above.
 * </ul>
 *
 * @param power P
 * @param odd P without its factor 2^t
 * @param twos t
 * @param shift s, how many bits above the top bit of P are zero
 * @param reciprocal v, below 2^63 in each of the three bases
 * @param half of a block: the fifth power of the base
 */
record Blocks(Divisor power, Divisor odd, int twos, int shift, long reciprocal, long half) {

    /** The length of a block, in digits. */
    static final int LENGTH = 10;

    static Blocks of(int base) {
        long power = BigInteger.valueOf(base).pow(LENGTH).longValueExact();
        long half = BigInteger.valueOf(base).pow(LENGTH / 2).longValueExact();
        int twos = Long.numberOfTrailingZeros(power);
        int shift = Long.numberOfLeadingZeros(power);
        BigInteger ones = BigInteger.ONE.shiftLeft(2 * Long.SIZE).subtract(BigInteger.ONE);
        long reciprocal =
                ones.divide(BigInteger.valueOf(power).shiftLeft(shift)).longValue(); // 2^64 falls off the top
        return new Blocks(Divisor.of(power), Divisor.of(power >>> twos), twos, shift, reciprocal, half);
    }

    /** An unsigned word divided by P; of 128 bits so divided, the upper word. */
    long quotient(long word) {
        return odd.quotient(word >>> twos);
    }

    /** Of 128 bits divided by P, the lower word, where the upper word of the quotient is known. */
    long lowerQuotient(long high, long low, long upperQuotient) {
        long rest = high - upperQuotient * power.value();
        long top = (rest << shift) | (low >>> (Long.SIZE - shift));
        long estimate = top + multiplyHigh(top, reciprocal);
        return estimate + power.quotient(low - estimate * power.value());
    }

    /** A quotient of 128 bits by P, divided by P again. */
    long head(long upperQuotient, long lowerQuotient) {
        return odd.quotient((upperQuotient << (Long.SIZE - twos)) | (lowerQuotient >>> twos));
    }

    /** What is left of the lower word of a number, of which the quotient by P is known. */
    long rest(long lowerWord, long quotient) {
        return lowerWord - quotient * power.value();
    }

    /** The upper word of {@code (head * P + middle) * P + tail}. */
    long high(long head, long middle, long tail) {
        long product = head * power.value();
        long quotient = product + middle;
        long upperQuotient = Math.multiplyHigh(head, power.value()) + carry(product, middle, quotient);
        long lower = quotient * power.value();
        return upperQuotient * power.value() + multiplyHigh(quotient, power.value()) + carry(lower, tail, lower + tail);
    }

    /** The lower word of it. */
    long low(long head, long middle, long tail) {
        return (head * power.value() + middle) * power.value() + tail;
    }

    /** Five digits more, after five digits. */
    long block(long upperHalf, long lowerHalf) {
        return upperHalf * half + lowerHalf;
    }

    private static long carry(long a, long b, long sum) {
        return ((a & b) | ((a | b) & ~sum)) >>> (Long.SIZE - 1);
    }

    /** The upper word of the product of an unsigned word and a number below 2^63. */
    private static long multiplyHigh(long word, long factor) {
        return Math.multiplyHigh(word, factor) + ((word >> (Long.SIZE - 1)) & factor);
    }
}
