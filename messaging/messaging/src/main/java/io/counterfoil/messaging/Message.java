package io.counterfoil.messaging;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Extension;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A message, whatever broker carries it. An immutable value; bytes are copied in and out.
 *
 * <p>On AMQP the topic is the routing key, and the rest are properties of the same name; on Kafka the topic is a header, the key is the
 * record's key, and the rest are headers.
 */
public final class Message {

    /** The longest topic, in bytes of UTF-8: that of an AMQP routing key. */
    public static final int MAX_TOPIC_BYTES = 255;

    /** The longest ID, correlation ID, content type and name of a header, in bytes of UTF-8: that of AMQP's short texts. */
    public static final int MAX_NAME_BYTES = 255;

    /** The longest key and value of a header, in bytes of UTF-8. */
    public static final int MAX_VALUE_BYTES = 1_024;

    /** The most headers. */
    public static final int MAX_HEADERS = 32;

    private final String topic;
    private final byte[] body;
    private final Optional<String> id;
    private final Optional<String> key;
    private final Optional<String> correlationId;
    private final Optional<String> contentType;
    private final Map<String, String> headers;
    private final boolean mandatory;

    private Message(Draft draft) {
        this.topic = bounded("topic", draft.topic, MAX_TOPIC_BYTES);
        this.body = draft.body;
        this.id = draft.id.map(text -> bounded("id", text, MAX_NAME_BYTES));
        this.key = draft.key.map(text -> bounded("key", text, MAX_VALUE_BYTES));
        this.correlationId = draft.correlationId.map(text -> bounded("correlationId", text, MAX_NAME_BYTES));
        this.contentType = draft.contentType.map(text -> bounded("contentType", text, MAX_NAME_BYTES));
        this.headers = Collections.unmodifiableMap(draft.headers);
        this.mandatory = draft.mandatory;
        if (headers.size() > MAX_HEADERS) {
            throw new IllegalArgumentException(
                    "a message has at most " + MAX_HEADERS + " headers, not " + headers.size());
        }
        headers.forEach((name, value) -> {
            bounded("name of a header", name, MAX_NAME_BYTES);
            if (value.getBytes(StandardCharsets.UTF_8).length > MAX_VALUE_BYTES) {
                throw new IllegalArgumentException(
                        "header " + name + " has at most " + MAX_VALUE_BYTES + " bytes of UTF-8");
            }
        });
    }

    /**
     * {@return a message with a topic and a body only}
     *
     * @param topic words with dots between them, 1 to {@value #MAX_TOPIC_BYTES} bytes of UTF-8
     * @param body the content, copied; may be empty
     * @throws IllegalArgumentException when the topic is empty or too long
     */
    public static Message of(String topic, byte[] body) {
        return new Message(new Draft(topic, body.clone()));
    }

    /**
     * {@return the message that was {@linkplain #encoded encoded} to these bytes, by this version of the library or an earlier one}
     *
     * @param encoded what {@link #encoded} returned
     * @throws IllegalArgumentException when this version cannot read the bytes
     */
    public static Message decode(byte[] encoded) {
        return MessageCodec.decode(encoded);
    }

    /** {@return the whole message as bytes, for stores to keep; the first byte is the version of their format} */
    public byte[] encoded() {
        return MessageCodec.encode(this);
    }

    private static String bounded(String field, String text, int limit) {
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        if (length == 0 || length > limit) {
            throw new IllegalArgumentException(
                    field + " of a message has 1 to " + limit + " bytes of UTF-8, not " + length);
        }
        return text;
    }

    /** {@return the topic that it is published to, or was: words with dots between them} */
    public String topic() {
        return topic;
    }

    /**
     * {@return a copy with another topic}
     *
     * @param topic words with dots between them, 1 to {@value #MAX_TOPIC_BYTES} bytes of UTF-8
     * @throws IllegalArgumentException when it is empty or too long
     */
    public Message withTopic(String topic) {
        return with(draft -> draft.topic = topic);
    }

    /** {@return a copy of the content} */
    public byte[] body() {
        return body.clone();
    }

    /**
     * {@return a copy with another content}
     *
     * @param body the content, copied; may be empty
     */
    public Message withBody(byte[] body) {
        return with(draft -> draft.body = body.clone());
    }

    /** {@return the length of the content, in bytes} */
    public int length() {
        return body.length;
    }

    /** {@return the ID that its sender gave it, the same for all copies of it; empty where it has none} An outbox gives one to a message without. */
    public Optional<String> id() {
        return id;
    }

    /**
     * {@return a copy with this ID}
     *
     * @param id 1 to {@value #MAX_NAME_BYTES} bytes of UTF-8
     * @throws IllegalArgumentException when it is empty or too long
     */
    public Message withId(String id) {
        return with(draft -> draft.id = Optional.of(id));
    }

    /** {@return the ordering key, or empty where order does not matter} Messages of one key keep their order. */
    public Optional<String> key() {
        return key;
    }

    /**
     * {@return a copy with this ordering key}
     *
     * @param key 1 to {@value #MAX_VALUE_BYTES} bytes of UTF-8
     * @throws IllegalArgumentException when it is empty or too long
     */
    public Message withKey(String key) {
        return with(draft -> draft.key = Optional.of(key));
    }

    /**
     * {@return the correlation ID as received, or as it is to be sent} It is not validated here: consumers deliver messages with a valid one, and
     * publishers add one where there is none; see {@link #outgoing}.
     */
    public Optional<String> correlationId() {
        return correlationId;
    }

    /**
     * {@return a copy with this correlation ID}
     *
     * @param correlationId 1 to {@value #MAX_NAME_BYTES} bytes of UTF-8
     * @throws IllegalArgumentException when it is empty or too long
     */
    public Message withCorrelationId(String correlationId) {
        return with(draft -> draft.correlationId = Optional.of(correlationId));
    }

    /**
     * Returns the message as it is to be sent: with the correlation ID that it has, or else with {@link Correlation#outgoing}. Where that is longer
     * than {@link #MAX_NAME_BYTES}, with a fresh one that {@linkplain Correlation#replacing replaces} it. For publishers and outboxes.
     *
     * <p>So a message carries an extension of the ID of the work that published it, and keeps it over all its deliveries. Each {@linkplain
     * #processing processing} of it, redelivered ones too, runs under an extension of the message's ID, so that the log lines of two processings
     * can be told apart and are found by the message's ID as a prefix: published in {@code abcd}, the message carries {@code abcd.x7Qp}, and is
     * processed under {@code abcd.x7Qp.Kd3a}.
     *
     * @return this message, or a copy with a correlation ID where it has none
     */
    public Message outgoing() {
        if (correlationId.isPresent()) {
            return this;
        }
        CorrelationId outgoing = Correlation.outgoing();
        boolean fits = outgoing.value().length() <= MAX_NAME_BYTES;
        return withCorrelationId((fits ? outgoing : Correlation.replacing(outgoing)).value());
    }

    /**
     * {@return the message as it is handed to a receiver: with the correlation ID that it came with, where that can be trusted, or else with a fresh
     * one; see {@link Correlation#acceptOrFresh}} For adapters of brokers.
     */
    public Message incoming() {
        return withCorrelationId(acceptedCorrelationId().value());
    }

    /**
     * Begins a processing of the message in the calling thread: {@linkplain Correlation#adoptExtended adopts} an extension of the message's ID
     * until the scope is closed. Within a processing of the same message, which has an extension already, that one stays.
     *
     * @param extension sized by how often and after which delays the message may be processed again
     * @return the scope, to be closed by the same thread
     */
    public Correlation.Scope processing(Extension extension) {
        return Correlation.adoptExtended(acceptedCorrelationId(), extension);
    }

    private CorrelationId acceptedCorrelationId() {
        return Correlation.acceptOrFresh(correlationId.orElse(null));
    }

    /** {@return the type of the content, such as {@code application/json}} */
    public Optional<String> contentType() {
        return contentType;
    }

    /**
     * {@return a copy with this type of content}
     *
     * @param contentType 1 to {@value #MAX_NAME_BYTES} bytes of UTF-8
     * @throws IllegalArgumentException when it is empty or too long
     */
    public Message withContentType(String contentType) {
        return with(draft -> draft.contentType = Optional.of(contentType));
    }

    /** {@return all other headers by name, as an unmodifiable map} A broker's headers whose values are no text are left out. */
    public Map<String, String> headers() {
        return headers;
    }

    /**
     * {@return the value of a header; empty where there is none}
     *
     * @param name the header's name, case-sensitive
     */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /**
     * {@return a copy with a header set, in place of the one of that name}
     *
     * @param name 1 to {@value #MAX_NAME_BYTES} bytes of UTF-8
     * @param value at most {@value #MAX_VALUE_BYTES} bytes of UTF-8
     * @throws IllegalArgumentException when one is too long, the name is empty, or there are more than {@value #MAX_HEADERS} headers
     */
    public Message withHeader(String name, String value) {
        return with(draft -> draft.headers.put(name, value));
    }

    /** {@return whether publishing fails when no queue would get the message} Has no effect on Kafka, whose topics keep messages. */
    public boolean isMandatory() {
        return mandatory;
    }

    /** {@return a copy whose publishing fails when no queue would get it} */
    public Message mandatory() {
        return with(draft -> draft.mandatory = true);
    }

    private Message with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new Message(draft);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Message that
                && topic.equals(that.topic)
                && Arrays.equals(body, that.body)
                && id.equals(that.id)
                && key.equals(that.key)
                && correlationId.equals(that.correlationId)
                && contentType.equals(that.contentType)
                && headers.equals(that.headers)
                && mandatory == that.mandatory;
    }

    @Override
    public int hashCode() {
        return 31 * topic.hashCode() + Arrays.hashCode(body);
    }

    /** Without the content and the headers, which may be confidential. */
    @Override
    public String toString() {
        return "Message[" + topic + ", " + body.length + " bytes]";
    }

    /** The parts while they are being put together. */
    private static final class Draft {

        private String topic;
        private byte[] body;
        private Optional<String> id = Optional.empty();
        private Optional<String> key = Optional.empty();
        private Optional<String> correlationId = Optional.empty();
        private Optional<String> contentType = Optional.empty();
        private final Map<String, String> headers = new TreeMap<>();
        private boolean mandatory;

        Draft(String topic, byte[] body) {
            this.topic = topic;
            this.body = body;
        }

        Draft(Message message) {
            this(message.topic, message.body);
            id = message.id;
            key = message.key;
            correlationId = message.correlationId;
            contentType = message.contentType;
            headers.putAll(message.headers);
            mandatory = message.mandatory;
        }
    }
}
