package io.counterfoil.signals.envelope;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.TopicPattern;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A message of the control plane. An immutable value. Every one that exists keeps the rules of the published schema, which are said
 * in {@code docs/guides/control-signals.md}: what breaks them cannot be made, by a constructor or by {@link #read}.
 */
public sealed interface Envelope permits Signal, SignalOutcome, Envelope.Metric, Envelope.Alert {

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

    /** When it was made. Years 0000 to 9999. */
    Instant timestamp();

    /** What it is. */
    Kind kind();

    /** Which command, or which event, such as {@code swarm-start}: lower-case words of a-z and 0-9 with a hyphen between them. */
    String type();

    /** Who made it: 1 to {@value #MAX_ORIGIN_LENGTH} visible characters of ASCII. */
    String origin();

    /** Whom it is for; for an event, whom it is about. */
    SwarmScope scope();

    /** The attempt that it belongs to; there for every signal and outcome. */
    Optional<CorrelationId> attempt();

    /** The user action that it belongs to; there for every signal and outcome. */
    Optional<RequestId> action();

    /** Its content. */
    Data data();

    /** Where it is sent. */
    default Topic topic() {
        return new Topic(kind(), type(), scope());
    }

    /** Its JSON: UTF-8, one line, fields in the order of the schema. The same bytes each time. */
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
     * The message with this JSON.
     *
     * @throws InvalidEnvelopeException when it is invalid: not one JSON object in UTF-8; a field missing, unknown, repeated or of
     *     another form; larger or deeper than is allowed. Says which field and which limit, for a dead letter's reason
     */
    static Envelope read(byte[] json) {
        return EnvelopeJson.read(json);
    }

    /** What a message of the control plane is. */
    enum Kind {
        /** A command. */
        SIGNAL,
        /** The outcome of a command. */
        OUTCOME,
        /** A measurement. */
        METRIC,
        /** An alert for operators. */
        ALERT;

        /** The word for it in the JSON and in topics: the name in lower case. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** @throws InvalidEnvelopeException when there is no such kind */
        static Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.word().equals(word)) {
                    return kind;
                }
            }
            throw new InvalidEnvelopeException("kind", "is not one of signal, outcome, metric, alert");
        }
    }

    /**
     * A message, or what one was to be made of, that breaks the rules of the envelope. The message names the field and the limit and
     * repeats no value, so that it can be logged, sent, and kept with a dead letter whatever arrived.
     */
    final class InvalidEnvelopeException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        /** What {@link #field} is where the whole is wrong. */
        static final String WHOLE = "envelope";

        private final String field;
        private final String reason;
        private final @Nullable String attempt;
        private final @Nullable String action;

        InvalidEnvelopeException(String field, String reason) {
            super(field + ": " + reason);
            this.field = field;
            this.reason = reason;
            this.attempt = null;
            this.action = null;
        }

        InvalidEnvelopeException(String field, String reason, Throwable cause) {
            super(field + ": " + reason, cause);
            this.field = field;
            this.reason = reason;
            this.attempt = null;
            this.action = null;
        }

        /** The same for a message of which these IDs could be read. */
        InvalidEnvelopeException(
                InvalidEnvelopeException invalid, Optional<CorrelationId> attempt, Optional<RequestId> action) {
            super(invalid.getMessage(), invalid);
            this.field = invalid.field;
            this.reason = invalid.reason;
            this.attempt = attempt.map(CorrelationId::value).orElse(null);
            this.action = action.map(RequestId::value).orElse(null);
        }

        /** The field, with dots on the way to it, such as {@code scope.swarmId}; {@code envelope} where the whole is meant. ASCII. */
        public String field() {
            return field;
        }

        /** What is wrong with it, with the limit. */
        public String reason() {
            return reason;
        }

        /** The correlation ID of the message, where it has a valid one: for the log line about it. */
        public Optional<CorrelationId> attempt() {
            return Optional.ofNullable(attempt).map(CorrelationId::parse);
        }

        /** The idempotency key of the message, where it has a valid one. */
        public Optional<RequestId> action() {
            return Optional.ofNullable(action).map(RequestId::new);
        }
    }

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
    record Alert(
            Instant timestamp,
            String type,
            String origin,
            SwarmScope scope,
            Optional<CorrelationId> correlationId,
            Optional<RequestId> idempotencyKey,
            Data data)
            implements Envelope {

        /** @throws InvalidEnvelopeException when the type, the origin or the timestamp breaks the rules */
        public Alert {
            Checks.timestamp(timestamp);
            Checks.type(type);
            Checks.origin(origin);
        }

        @Override
        public Kind kind() {
            return Kind.ALERT;
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
    record Metric(
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
        public Kind kind() {
            return Kind.METRIC;
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

    /**
     * Where a message is sent: {@code signal.<type>.<swarm>.<role>.<instance>} for a command, {@code
     * event.<outcome|metric|alert>.<type>.<swarm>.<role>.<instance>} for the rest. At most 251 characters of ASCII.
     *
     * @param kind what is sent
     * @param type which command, or which event
     * @param scope whom it is for or about
     */
    record Topic(Kind kind, String type, SwarmScope scope) {

        private static final String SIGNAL = "signal";
        private static final String EVENT = "event";

        /** @throws InvalidEnvelopeException when the type breaks the rules */
        public Topic {
            Checks.type(type);
        }

        /**
         * The topic of such a message.
         *
         * @throws InvalidEnvelopeException when the type breaks the rules
         */
        public static Topic of(Kind kind, String type, SwarmScope scope) {
            return new Topic(kind, type, scope);
        }

        /**
         * The topic with this text.
         *
         * @throws InvalidEnvelopeException when there is no such topic
         */
        public static Topic parse(String text) {
            List<String> words = List.of(text.split("\\.", -1));
            boolean signal = words.size() == 5 && words.get(0).equals(SIGNAL);
            boolean event = words.size() == 6
                    && words.get(0).equals(EVENT)
                    && !words.get(1).equals(SIGNAL);
            if (!signal && !event) {
                throw new InvalidEnvelopeException(
                        "topic",
                        "is neither signal.<type>.<swarm>.<role>.<instance>"
                                + " nor event.<outcome|metric|alert>.<type>.<swarm>.<role>.<instance>");
            }
            int type = signal ? 1 : 2;
            return new Topic(
                    Kind.of(words.get(type - 1)),
                    words.get(type),
                    new SwarmScope(words.get(type + 1), words.get(type + 2), words.get(type + 3)));
        }

        /** The pattern of all events of this kind, or of all signals. */
        public static TopicPattern all(Kind kind) {
            return new TopicPattern(prefix(kind) + ".#");
        }

        /** The patterns of all signals that are for this member: each part its own, or {@value SwarmScope#ALL}. */
        public static List<TopicPattern> signalsFor(SwarmScope member) {
            Set<String> patterns = new TreeSet<>();
            for (String swarm : List.of(member.swarmId(), SwarmScope.ALL)) {
                for (String role : List.of(member.role(), SwarmScope.ALL)) {
                    for (String instance : List.of(member.instance(), SwarmScope.ALL)) {
                        patterns.add(SIGNAL + ".*." + swarm + "." + role + "." + instance);
                    }
                }
            }
            return patterns.stream().map(TopicPattern::new).toList();
        }

        /** The text. */
        public String value() {
            return prefix(kind) + "." + type + "." + scope.swarmId() + "." + scope.role() + "." + scope.instance();
        }

        /** The words before the type. */
        private static String prefix(Kind kind) {
            return kind == Kind.SIGNAL ? SIGNAL : EVENT + "." + kind.word();
        }

        /** The same as {@link #value}. */
        @Override
        public String toString() {
            return value();
        }
    }
}
