package io.counterfoil.signals.envelope;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;
import java.util.Optional;

/**
 * A command.
 *
 * @param timestamp when this attempt was made
 * @param type which command, such as {@code swarm-start}
 * @param origin the sender
 * @param scope which members are to execute it
 * @param correlationId of this attempt; each has a new one
 * @param idempotencyKey of the user action; the same over all attempts of it
 * @param data the command's parameters
 */
public record Signal(
        Instant timestamp,
        String type,
        String origin,
        SwarmScope scope,
        CorrelationId correlationId,
        RequestId idempotencyKey,
        Data data)
        implements Envelope {

    /**
     * Checks the components that have rules.
     *
     * @param timestamp in the years 0000 to 9999
     * @param type 1 to {@value Envelope#MAX_TYPE_LENGTH} characters: lower-case words of a-z and 0-9 with a hyphen between them
     * @param origin 1 to {@value Envelope#MAX_ORIGIN_LENGTH} visible characters of ASCII
     * @param scope the members that are to execute it
     * @param correlationId of this attempt
     * @param idempotencyKey of the user action
     * @param data the command's parameters
     * @throws InvalidEnvelopeException when the type, the origin or the timestamp breaks the rules
     */
    public Signal {
        Checks.timestamp(timestamp);
        Checks.type(type);
        Checks.origin(origin);
    }

    @Override
    public EnvelopeKind kind() {
        return EnvelopeKind.SIGNAL;
    }

    @Override
    public Optional<CorrelationId> attempt() {
        return Optional.of(correlationId);
    }

    @Override
    public Optional<RequestId> action() {
        return Optional.of(idempotencyKey);
    }
}
