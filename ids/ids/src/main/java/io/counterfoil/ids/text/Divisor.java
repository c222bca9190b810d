package io.counterfoil.ids.text;

import java.math.BigInteger;

/**
 * Division by a number that is known beforehand, without the divide instruction: of x from 0 to 2^62 - 1 by d, as {@code
 * (x * m) >>> k} with k = 62 + c, where 2^c is the least power of two not below d, and m = ceil(2^k / d).
 *
 * <p>It is exact: m d = 2^k + e with e &lt; d, so x m / 2^k = x / d + x e / (d 2^k). What that is too much is less than 1 / d,
 * since x &lt; 2^62 and e &lt; 2^c; and x / d lies at least 1 / d below the next integer. The product is one of signed numbers, of
 * which {@code Math.multiplyHigh} has the upper word, since m is below 2^63: 2^k / d is, by more than 1 for every d in use.
 *
 * <p>The compiler does the same where it sees a constant. It sees none in code that all bases share and that it did not
 * inline into each, and then divides, which takes longer than all the rest of writing an id.
 *
 * @param value d, from 4 on
 * @param factor m
 * @param shift k - 64
 */
record Divisor(long value, long factor, int shift) {

    private static final int DIVIDEND_BITS = 62;

    static Divisor of(long value) {
        int shift = DIVIDEND_BITS + Long.SIZE - Long.numberOfLeadingZeros(value - 1);
        BigInteger divisor = BigInteger.valueOf(value);
        BigInteger factor = BigInteger.ONE
                .shiftLeft(shift)
                .add(divisor)
                .subtract(BigInteger.ONE)
                .divide(divisor);
        return new Divisor(value, factor.longValueExact(), shift - Long.SIZE);
    }

    /** The quotient, rounded down. */
    long quotient(long dividend) {
        return Math.multiplyHigh(dividend, factor) >>> shift;
    }
}
