package io.counterfoil.ledger.domain;

/** A field of a request is invalid, whatever the state of the ledger. Names the field and its limit. */
public final class InvalidFieldException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String reason;

    /**
     * @param field the field's name as in the REST API: {@code initial_deposit}
     * @param reason the reason, with the limit; never the value itself
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

    /** The reason, with the limit. */
    public String reason() {
        return reason;
    }
}
