package io.counterfoil.correlation;

/**
 * A text that breaks the grammar of {@link CorrelationId}. The message names the rule, the limit and the place, and repeats
 * nothing of the text, so that it can be logged and sent whatever the text was.
 */
public final class InvalidCorrelationIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidCorrelationIdException(String message) {
        super(message);
    }
}
