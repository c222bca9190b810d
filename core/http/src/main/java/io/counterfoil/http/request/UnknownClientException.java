package io.counterfoil.http.request;

/** A request has an unknown API key: 401. The message names the field, and never what it carries. Immutable. */
public final class UnknownClientException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The header field at fault. */
    private final String field;

    /**
     * For a request with an unknown API key.
     *
     * @param field the name of the header field that has the key
     */
    public UnknownClientException(String field) {
        super("unknown API key in " + field);
        this.field = field;
    }

    /** {@return the name of the header field at fault} */
    public String field() {
        return field;
    }
}
