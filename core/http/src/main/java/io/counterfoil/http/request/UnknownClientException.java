package io.counterfoil.http.request;

/** A request has an unknown API key: 401. The message names the field, and never what it carries. Immutable. */
public final class UnknownClientException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String field;

    /** @param field the header field at fault */
    public UnknownClientException(String field) {
        super("unknown API key in " + field);
        this.field = field;
    }

    /** {@return the header field at fault} */
    public String field() {
        return field;
    }
}
