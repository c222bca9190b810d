package io.counterfoil.signals.caller;

import io.counterfoil.correlation.CorrelationId;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of one attempt at a command.
 *
 * @param correlationId of this attempt alone
 * @param at when it was made
 * @param confirmed whether the broker has confirmed it; if not, it may still have arrived
 * @param failure the last failure: of the publishing, of the wait for an outcome, or of the command, where its outcome was a retryable
 *     failure and a later attempt was pending
 */
public record SentAttempt(CorrelationId correlationId, Instant at, boolean confirmed, Optional<String> failure) {}
