package io.counterfoil.signals.caller;

import io.counterfoil.correlation.CorrelationId;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of one attempt at a command.
 *
 * @param correlationId of this attempt alone (SG-2)
 * @param at when it was made
 * @param confirmed whether the broker has confirmed it; if not, it may have arrived all the same
 * @param failure what went wrong last: the publishing, the wait for an outcome, or the command, where its outcome was a failure that may
 *     be retried and a later attempt was under way
 */
public record SentAttempt(CorrelationId correlationId, Instant at, boolean confirmed, Optional<String> failure) {}
