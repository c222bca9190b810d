package io.counterfoil.jdbc.dialect;

/** No dialect knows the database, or a feature has no scripts for it; the message names what is supported, or what is missing. */
public final class UnsupportedDatabaseException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /**
     * For a database without a dialect.
     *
     * @param message a sentence without its full stop
     */
    public UnsupportedDatabaseException(String message) {
        super(message);
    }
}
