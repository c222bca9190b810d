package io.counterfoil.signals.receiver;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.Message;
import io.counterfoil.signals.IdempotencyKeyScope;
import java.util.Optional;

/** The scopes of both IDs of an envelope, or of what could be read of them. For the thread that opened it. */
final class EnvelopeScope implements AutoCloseable {

    private final Correlation.Scope attempt;
    private final Optional<IdempotencyKeyScope> action;

    private EnvelopeScope(Correlation.Scope attempt, Optional<IdempotencyKeyScope> action) {
        this.attempt = attempt;
        this.action = action;
    }

    /** Where the envelope names no attempt, the correlation ID is that of the message, or else a fresh one. */
    static EnvelopeScope open(Message message, Optional<CorrelationId> attempt, Optional<RequestId> action) {
        CorrelationId id = attempt.orElseGet(
                () -> Correlation.acceptOrFresh(message.correlationId().orElse(null)));
        return new EnvelopeScope(Correlation.open(id), action.map(IdempotencyKeyScope::open));
    }

    @Override
    public void close() {
        action.ifPresent(IdempotencyKeyScope::close);
        attempt.close();
    }
}
