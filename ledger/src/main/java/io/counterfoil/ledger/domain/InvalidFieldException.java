package io.counterfoil.ledger.domain;

/** A field of a request that cannot be accepted, whatever the state of the ledger. Says which, and the limit. */
public final class InvalidFieldException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String reason;

    /**
     * @param field the field's name as in the REST API: {@code initial_deposit}
     * @param reason what is wrong, with the limit; never the value itself
     */
    public InvalidFieldException(String field, String reason) {
        super(field + ": " + reason);
        this.field = field;
        this.reason = reason;
    }

    /** The field's name. */
    public String field() {
        return field;
    }

    /** What is wrong with it. */
    public String reason() {
        return reason;
    }
}
