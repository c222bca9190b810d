package io.counterfoil.signals.envelope;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;
import java.util.Optional;

/**
 * An alert for operators.
 *
 * @param timestamp when it was made
 * @param type which one, such as {@code disk-full}
 * @param origin the sender
 * @param scope which members it concerns
 * @param correlationId of the attempt that it belongs to, where it belongs to one
 * @param idempotencyKey of the user action that it belongs to, where it belongs to one
 * @param data the details
 */
public record Alert(
        Instant timestamp,
        String type,
        String origin,
        SwarmScope scope,
        Optional<CorrelationId> correlationId,
        Optional<RequestId> idempotencyKey,
        Data data)
        implements Envelope {

    /**
     * Checks the components that have rules.
     *
     * @param timestamp in the years 0000 to 9999
     * @param type 1 to {@value Envelope#MAX_TYPE_LENGTH} characters: lower-case words of a-z and 0-9 with a hyphen between them
     * @param origin 1 to {@value Envelope#MAX_ORIGIN_LENGTH} visible characters of ASCII
     * @param scope the members that it concerns
     * @param correlationId empty where it belongs to no attempt
     * @param idempotencyKey empty where it belongs to no user action
     * @param data the details
     * @throws InvalidEnvelopeException when the type, the origin or the timestamp breaks the rules
     */
    public Alert {
        Checks.timestamp(timestamp);
        Checks.type(type);
        Checks.origin(origin);
    }

    @Override
    public EnvelopeKind kind() {
        return EnvelopeKind.ALERT;
    }

    @Override
    public Optional<CorrelationId> attempt() {
        return correlationId;
    }

    @Override
    public Optional<RequestId> action() {
        return idempotencyKey;
    }
}
