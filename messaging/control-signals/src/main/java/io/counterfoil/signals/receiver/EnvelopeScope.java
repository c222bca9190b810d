package io.counterfoil.signals.receiver;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Extension;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.Message;
import io.counterfoil.signals.IdempotencyKeyScope;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The scopes of both IDs of an envelope, or of what could be read of them. Log lines have the attempt's own ID too, because the correlation
 * ID is that of one processing. For the thread that opened it.
 */
final class EnvelopeScope implements AutoCloseable {

    /** The MDC key of the attempt's correlation ID. */
    static final String MDC_ATTEMPT = "attempt_id";

    private final @Nullable String outerAttempt = MDC.get(MDC_ATTEMPT);
    private final Correlation.Scope processing;
    private final Optional<IdempotencyKeyScope> action;

    private EnvelopeScope(
            Correlation.Scope processing, Optional<CorrelationId> attempt, Optional<IdempotencyKeyScope> action) {
        attempt.ifPresent(id -> MDC.put(MDC_ATTEMPT, id.value()));
        this.processing = processing;
        this.action = action;
    }

    /**
     * This processing's own extension of the attempt: that of the consumer, where it has opened one. Where the envelope names no attempt, the
     * correlation ID of the consumer stays, or else it is that of the message, or a fresh one.
     */
    static EnvelopeScope open(Message message, Optional<CorrelationId> attempt, Optional<RequestId> action) {
        Correlation.Scope processing = attempt.map(id -> Correlation.adoptExtended(id, Extension.DEFAULT))
                .orElseGet(() -> Correlation.open(Correlation.current()
                        .orElseGet(() -> Correlation.acceptOrFresh(
                                message.correlationId().orElse(null)))));
        return new EnvelopeScope(processing, attempt, action.map(IdempotencyKeyScope::open));
    }

    @Override
    public void close() {
        action.ifPresent(IdempotencyKeyScope::close);
        if (outerAttempt == null) {
            MDC.remove(MDC_ATTEMPT);
        } else {
            MDC.put(MDC_ATTEMPT, outerAttempt);
        }
        processing.close();
    }
}
