package io.counterfoil.ledger.domain;

/**
 * An amount in the ledger's unit, signed: positive for a deposit, negative for a debit, never zero.
 *
 * @param value within ±{@value #LIMIT}, the integers that every JSON parser represents exactly (RFC 8259, section 6)
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

    /** The negated amount. */
    public Quantity negated() {
        return new Quantity(-value);
    }
}
