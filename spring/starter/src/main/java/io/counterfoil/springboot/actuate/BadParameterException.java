package io.counterfoil.springboot.actuate;

/** A parameter of an operation is not what it must be. */
final class BadParameterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String field;

    /** @param reason what is wrong, with the limit, to follow the field's name */
    BadParameterException(String field, String reason) {
        super(field + " " + reason);
        this.field = field;
    }

    String field() {
        return field;
    }
}
