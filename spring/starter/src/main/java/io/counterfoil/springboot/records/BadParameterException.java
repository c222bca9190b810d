package io.counterfoil.springboot.records;

/** A parameter of an operation is not what it must be. */
public final class BadParameterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String field;

    /** @param reason what is wrong, with the limit, to follow the field's name */
    public BadParameterException(String field, String reason) {
        super(field + " " + reason);
        this.field = field;
    }

    /** The name of the parameter. */
    public String field() {
        return field;
    }
}
