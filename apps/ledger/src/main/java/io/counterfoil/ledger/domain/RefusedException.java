package io.counterfoil.ledger.domain;

/**
 * Carries a refusal out of a transaction and rolls it back; {@link Ledgers} returns the refusal as a {@link Result}.
 */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    /** The refusal. */
    public RefusedException(Refusal refusal) {
        super(refusal.toString(), null, false, false);
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
