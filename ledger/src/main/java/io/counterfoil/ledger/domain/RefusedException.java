package io.counterfoil.ledger.domain;

/** Carries a refusal out of work that is undone by it; {@link Ledgers} returns it as a {@link Result}. */
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
