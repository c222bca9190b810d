package io.counterfoil.signals.envelope;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.Message;
import java.time.Instant;
import java.util.Optional;

/**
 * A message of the control plane. An immutable value. Every one that exists keeps the rules of the published schema, which are said
 * in {@code docs/guides/control-signals.md}: what breaks them cannot be made, by a constructor or by {@link #read}.
 */
public sealed interface Envelope permits Signal, SignalOutcome, Metric, Alert {

    /** The only version of the envelope there is. */
    String VERSION = "1";

    /** The largest message, in bytes. */
    int MAX_BYTES = 256 * 1_024;

    /** The deepest nesting of a message: the envelope is 1, its data 2. */
    int MAX_DEPTH = 32;

    /** The longest type, in characters. With the longest scope, a topic still fits an AMQP routing key. */
    int MAX_TYPE_LENGTH = 40;

    /** The longest origin, in characters. */
    int MAX_ORIGIN_LENGTH = 128;

    /** The type of a message's content on the wire. */
    String CONTENT_TYPE = "application/json";

    /** {@return when it was made} Years 0000 to 9999. */
    Instant timestamp();

    /** {@return what it is} */
    EnvelopeKind kind();

    /** {@return which command, or which event, such as {@code swarm-start}: lower-case words of a-z and 0-9 with a hyphen between them} */
    String type();

    /** Who made it: 1 to {@value #MAX_ORIGIN_LENGTH} visible characters of ASCII. */
    String origin();

    /** Whom it is for; for an event, whom it is about. */
    SwarmScope scope();

    /** {@return the attempt that it belongs to; there for every signal and outcome} */
    Optional<CorrelationId> attempt();

    /** {@return the user action that it belongs to; there for every signal and outcome} */
    Optional<RequestId> action();

    /** {@return its content} */
    Data data();

    /** {@return where it is sent} */
    default EnvelopeTopic topic() {
        return new EnvelopeTopic(kind(), type(), scope());
    }

    /** {@return its JSON: UTF-8, one line, fields in the order of the schema} The same bytes each time. */
    default byte[] toJson() {
        return EnvelopeJson.write(this);
    }

    /**
     * It as a message for a broker: its topic, its JSON, the correlation ID where it has one that a message has room for; ordered by the
     * swarm, so that a swarm's commands arrive as they were sent.
     */
    default Message toMessage() {
        Message message = Message.of(topic().value(), toJson())
                .withContentType(CONTENT_TYPE)
                .withKey(scope().swarmId());
        return attempt().map(id -> message.withCorrelationId(id.value())).orElse(message);
    }

    /**
     * Checks an origin before there is a message.
     *
     * @throws InvalidEnvelopeException when it breaks the rules
     */
    static void requireOrigin(String origin) {
        Checks.origin(origin);
    }

    /**
     * {@return the message with this JSON}
     *
     * @throws InvalidEnvelopeException when it is invalid: not one JSON object in UTF-8; a field missing, unknown, repeated or of
     *     another form; larger or deeper than is allowed. Says which field and which limit, for a dead letter's reason
     */
    static Envelope read(byte[] json) {
        return EnvelopeJson.read(json);
    }
}
