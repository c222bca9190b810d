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

    /** {@return when it was made, in the years 0000 to 9999} */
    Instant timestamp();

    /** {@return whether it is a signal, an outcome, a metric or an alert} */
    EnvelopeKind kind();

    /** {@return which command, or which event, such as {@code swarm-start}: lower-case words of a-z and 0-9 with a hyphen between them} */
    String type();

    /** {@return the sender: 1 to {@value #MAX_ORIGIN_LENGTH} visible characters of ASCII} */
    String origin();

    /** {@return the members that it is for; for an event, those that it is about} */
    SwarmScope scope();

    /** {@return the correlation ID of the attempt that it belongs to; present for every signal and outcome} */
    Optional<CorrelationId> attempt();

    /** {@return the idempotency key of the user action that it belongs to; present for every signal and outcome} */
    Optional<RequestId> action();

    /** {@return the content of {@code data}} */
    Data data();

    /** {@return the topic that it is sent to} */
    default EnvelopeTopic topic() {
        return new EnvelopeTopic(kind(), type(), scope());
    }

    /** {@return this envelope as JSON: UTF-8, one line, fields in the order of the schema; the same bytes each time} */
    default byte[] toJson() {
        return EnvelopeJson.write(this);
    }

    /**
     * {@return this envelope as a message for a broker: its topic, its JSON, the correlation ID where it has one that a message has room for}
     * Messages are ordered by the swarm, so that a swarm's commands arrive as they were sent.
     */
    default Message toMessage() {
        Message message = Message.of(topic().value(), toJson())
                .withContentType(CONTENT_TYPE)
                .withKey(scope().swarmId());
        return attempt().map(id -> message.withCorrelationId(id.value())).orElse(message);
    }

    /**
     * Checks an origin before a message is made with it.
     *
     * @param origin 1 to {@value #MAX_ORIGIN_LENGTH} visible characters of ASCII
     * @throws InvalidEnvelopeException when it breaks these rules
     */
    static void requireOrigin(String origin) {
        Checks.origin(origin);
    }

    /**
     * {@return the envelope in this JSON}
     *
     * @param json UTF-8; one JSON object
     * @throws InvalidEnvelopeException when it is invalid: not one JSON object in UTF-8; a field missing, unknown, repeated or of
     *     another form; larger or deeper than is allowed. Says which field and which limit, for a dead letter's reason
     */
    static Envelope read(byte[] json) {
        return EnvelopeJson.read(json);
    }
}
