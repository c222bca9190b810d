package io.counterfoil.signals.envelope;

/**
 * A message, or what one was to be made of, that breaks the rules of the envelope. The message names the field and the limit and
 * repeats no value, so that it can be logged, sent, and kept with a dead letter whatever arrived.
 */
public final class InvalidEnvelopeException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** What {@link #field} is where the whole is wrong. */
    static final String WHOLE = "envelope";

    private final String field;
    private final String reason;

    InvalidEnvelopeException(String field, String reason) {
        super(field + ": " + reason);
        this.field = field;
        this.reason = reason;
    }

    InvalidEnvelopeException(String field, String reason, Throwable cause) {
        super(field + ": " + reason, cause);
        this.field = field;
        this.reason = reason;
    }

    /** The field, with dots on the way to it, such as {@code scope.swarmId}; {@code envelope} where the whole is meant. ASCII. */
    public String field() {
        return field;
    }

    /** What is wrong with it, with the limit. */
    public String reason() {
        return reason;
    }
}
