package io.counterfoil.ledger.domain;

/**
 * An amount in the ledger's unit, signed: a deposit is positive, a debit negative, and there is no zero.
 *
 * @param value within ±{@value #LIMIT}, the integers that every JSON reader keeps exact (RFC 8259, section 6)
 */
public record Quantity(long value) {

    /** The largest amount, and the largest balance. */
    public static final long LIMIT = (1L << 53) - 1;

    /** @throws InvalidFieldException when the amount is zero or beyond the limit; names {@code quantity} */
    public Quantity {
        if (value == 0) {
            throw new InvalidFieldException("quantity", "must not be 0");
        }
        if (value > LIMIT || value < -LIMIT) {
            throw new InvalidFieldException("quantity", "must be within -" + LIMIT + " and " + LIMIT);
        }
    }

    /** What takes this amount back. */
    public Quantity negated() {
        return new Quantity(-value);
    }
}
