package io.counterfoil.signals.caller;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.EnvelopeKind;
import io.counterfoil.signals.envelope.EnvelopeTopic;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SwarmScope;
import java.time.Instant;

/**
 * One user action, over all attempts at it. An immutable value.
 *
 * @param type which command, such as {@code swarm-start}
 * @param scope which members are to execute it
 * @param idempotencyKey of the user action; made once, and the same over all retries. Starting and stopping under one key are two
 *     commands
 * @param data the command's parameters
 */
public record Command(String type, SwarmScope scope, RequestId idempotencyKey, Data data) {

    /**
     * Checks the type.
     *
     * @param type 1 to 40 characters: lower-case words of a-z and 0-9 with a hyphen between them
     * @param scope the members that are to execute it
     * @param idempotencyKey of the user action
     * @param data the command's parameters
     * @throws io.counterfoil.signals.envelope.InvalidEnvelopeException when the type breaks the rules of the envelope
     */
    public Command {
        EnvelopeTopic.of(EnvelopeKind.SIGNAL, type, scope);
    }

    static Command of(Signal signal) {
        return new Command(signal.type(), signal.scope(), signal.idempotencyKey(), signal.data());
    }

    Signal attempt(CorrelationId correlationId, Instant now, String origin) {
        return new Signal(now, type, origin, scope, correlationId, idempotencyKey, data);
    }

    /** Without the data, which may hold what is not for logs. */
    @Override
    public String toString() {
        return "Command[" + EnvelopeTopic.of(EnvelopeKind.SIGNAL, type, scope) + ", idempotencyKey=" + idempotencyKey
                + "]";
    }
}
