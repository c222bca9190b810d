package io.counterfoil.springboot.records;

/** A parameter of an operation is not what it must be. */
public final class BadParameterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The name of the parameter. */
    private final String field;

    /**
     * Makes an exception whose message begins with the parameter's name.
     *
     * @param field the name of the parameter
     * @param reason what is wrong, with the limit, to follow the field's name
     */
    public BadParameterException(String field, String reason) {
        super(field + " " + reason);
        this.field = field;
    }

    /** {@return the name of the parameter} */
    public String field() {
        return field;
    }
}
