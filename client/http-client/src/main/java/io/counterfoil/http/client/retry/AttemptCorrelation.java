package io.counterfoil.http.client.retry;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.AttemptId;

/**
 * The correlation IDs of one send: the current one, and for each attempt that one extended by the attempt ID.
 *
 * <p>The attempt's number alone would not do: several requests may be sent under one correlation ID, and each counts from 1.
 */
record AttemptCorrelation(CorrelationId base) {

    /** From the current correlation ID; where that has no room for the extension, from a new one that replaces it. */
    static AttemptCorrelation ofCurrent(int longestExtension) {
        CorrelationId current = Correlation.current().orElseGet(CorrelationId::fresh);
        int extended = current.value().length() + 1 + longestExtension;
        return new AttemptCorrelation(extended <= CorrelationId.maxLength() ? current : Correlation.replacing(current));
    }

    CorrelationId of(AttemptId attempt) {
        String extended = base + "." + attempt;
        // Where the maximum length is set to little more than 32 characters, a new one has no room for every attempt
        // either.
        return extended.length() <= CorrelationId.maxLength() ? CorrelationId.parse(extended) : base;
    }
}
