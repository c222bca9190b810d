package io.counterfoil.samples.controlplane.api;

/** A request with something in it that is not as it must be. Names the field, and says the limit; repeats no value. */
final class InvalidFieldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String reason;

    /** @param reason what follows the field's name in a sentence */
    InvalidFieldException(String field, String reason) {
        super(field + " " + reason);
        this.field = field;
        this.reason = reason;
    }

    String field() {
        return field;
    }

    String reason() {
        return reason;
    }
}
