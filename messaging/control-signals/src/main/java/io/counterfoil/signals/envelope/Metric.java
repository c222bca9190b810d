package io.counterfoil.signals.envelope;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;
import java.util.Optional;

/**
 * A measurement.
 *
 * @param timestamp when it was made
 * @param type which one, such as {@code queue-depth}
 * @param origin the sender
 * @param scope which members it concerns
 * @param correlationId of the attempt that it belongs to, where it belongs to one
 * @param idempotencyKey of the user action that it belongs to, where it belongs to one
 * @param data the details
 */
public record Metric(
        Instant timestamp,
        String type,
        String origin,
        SwarmScope scope,
        Optional<CorrelationId> correlationId,
        Optional<RequestId> idempotencyKey,
        Data data)
        implements Envelope {

    /** @throws InvalidEnvelopeException when the type, the origin or the timestamp breaks the rules */
    public Metric {
        Checks.timestamp(timestamp);
        Checks.type(type);
        Checks.origin(origin);
    }

    @Override
    public EnvelopeKind kind() {
        return EnvelopeKind.METRIC;
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
