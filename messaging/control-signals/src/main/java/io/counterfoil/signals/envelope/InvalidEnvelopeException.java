package io.counterfoil.signals.envelope;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message, or what one was to be made of, that breaks the rules of the envelope. The message names the field and the limit and
 * repeats no value, so that it can be logged, sent, and kept with a dead letter whatever arrived.
 */
public final class InvalidEnvelopeException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** What {@link #field} is where the whole is wrong. */
    static final String WHOLE = "envelope";

    /** The path of the field. */
    private final String field;
    /** What is wrong with the field. */
    private final String reason;
    /** The correlation ID as text, where the message has a valid one. */
    private final @Nullable String attempt;
    /** The idempotency key as text, where the message has a valid one. */
    private final @Nullable String action;

    InvalidEnvelopeException(String field, String reason) {
        super(field + ": " + reason);
        this.field = field;
        this.reason = reason;
        this.attempt = null;
        this.action = null;
    }

    InvalidEnvelopeException(String field, String reason, Throwable cause) {
        super(field + ": " + reason, cause);
        this.field = field;
        this.reason = reason;
        this.attempt = null;
        this.action = null;
    }

    /** The same for a message of which these IDs could be read. */
    InvalidEnvelopeException(
            InvalidEnvelopeException invalid, Optional<CorrelationId> attempt, Optional<RequestId> action) {
        super(invalid.getMessage(), invalid);
        this.field = invalid.field;
        this.reason = invalid.reason;
        this.attempt = attempt.map(CorrelationId::value).orElse(null);
        this.action = action.map(RequestId::value).orElse(null);
    }

    /** {@return the path of the field in ASCII, with dots between its parts, such as {@code scope.swarmId}; {@code envelope} for the whole} */
    public String field() {
        return field;
    }

    /** {@return what is wrong with it, with the limit} */
    public String reason() {
        return reason;
    }

    /** {@return the correlation ID of the message, where it has a valid one: for the log line about it} */
    public Optional<CorrelationId> attempt() {
        return Optional.ofNullable(attempt).map(CorrelationId::parse);
    }

    /** {@return the idempotency key of the message, where it has a valid one} */
    public Optional<RequestId> action() {
        return Optional.ofNullable(action).map(RequestId::new);
    }
}
