package io.counterfoil.http.request;

/** The path of a request has no canonical form: 400. Immutable. */
public final class MalformedPathException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * For a path that has no canonical form.
     *
     * @param reason continues the sentence "the path …"
     */
    public MalformedPathException(String reason) {
        super(reason);
    }
}
