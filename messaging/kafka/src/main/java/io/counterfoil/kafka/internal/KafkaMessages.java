package io.counterfoil.kafka.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.messaging.Message;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link Message} looks as a Kafka record, and back: its body is the value, its key the key, all else headers of UTF-8, named by
 * the constants here. A Kafka topic carries messages of many topics, so the topic of a message is a header too, and
 * so is its correlation ID.
 */
public final class KafkaMessages {

    /** The header with a message's topic. A record without it has its Kafka topic's name for one. */
    public static final String TOPIC = "message-topic";

    /** The header with a message's ID. */
    public static final String ID = "message-id";

    /** The header with a message's correlation ID. */
    public static final String CORRELATION_ID = "correlation-id";

    /** The header with the type of a message's content. */
    public static final String CONTENT_TYPE = "content-type";

    private static final Set<String> OWN = Set.of(TOPIC, ID, CORRELATION_ID, CONTENT_TYPE);

    private KafkaMessages() {}

    /** The default Kafka topic: {@code counterfoil.} and the first word of the message's topic, such as {@code counterfoil.signal}. */
    public static String defaultTopic(Message message) {
        String topic = message.topic();
        int end = topic.indexOf('.');
        return "counterfoil." + (end < 0 ? topic : topic.substring(0, end));
    }

    /**
     * A message as a record.
     *
     * @throws IllegalArgumentException when a header of the message has a name that is one of the constants here
     */
    public static ProducerRecord<byte[], byte[]> record(String kafkaTopic, Message message) {
        byte[] key = message.key().map(text -> text.getBytes(UTF_8)).orElse(null);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(kafkaTopic, key, message.body());
        write(message, record.headers());
        return record;
    }

    /**
     * Adds the parts of a message that are headers.
     *
     * @throws IllegalArgumentException when a header of the message has a name that is one of the constants here; nothing was added
     */
    public static void write(Message message, Headers headers) {
        for (String name : message.headers().keySet()) {
            if (OWN.contains(name)) {
                throw new IllegalArgumentException(
                        "the header " + name + " is reserved: on Kafka it carries a part of the message");
            }
        }
        add(headers, TOPIC, message.topic());
        message.id().ifPresent(id -> add(headers, ID, id));
        message.correlationId().ifPresent(id -> add(headers, CORRELATION_ID, id));
        message.contentType().ifPresent(type -> add(headers, CONTENT_TYPE, type));
        message.headers().forEach((name, value) -> add(headers, name, value));
    }

    /** Adds a header. */
    public static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(UTF_8));
    }

    /**
     * A record as a message. Left out are a key that is no text, and headers that are no text, or beyond the limits of a message; of
     * several headers of a name the last one counts; no value is an empty body.
     *
     * @throws IllegalArgumentException when the record's key, or the value of one of the headers that are named here, is beyond the
     *     limits of a message
     */
    public static Message message(ConsumerRecord<byte[], byte[]> record) {
        byte @Nullable [] key = record.key();
        byte @Nullable [] value = record.value();
        return message(
                record.topic(),
                key == null ? Optional.empty() : text(key),
                value == null ? new byte[0] : value,
                record.headers());
    }

    /**
     * The same for a record whose key and value were read already.
     *
     * @throws IllegalArgumentException as above
     */
    public static Message message(String kafkaTopic, Optional<String> key, byte[] body, Headers headers) {
        Message message = Message.of(part(headers, TOPIC).orElse(kafkaTopic), body);
        Optional<String> id = part(headers, ID);
        Optional<String> correlationId = part(headers, CORRELATION_ID);
        Optional<String> contentType = part(headers, CONTENT_TYPE);
        message = key.filter(text -> !text.isEmpty()).map(message::withKey).orElse(message);
        message = id.map(message::withId).orElse(message);
        message = correlationId.map(message::withCorrelationId).orElse(message);
        message = contentType.map(message::withContentType).orElse(message);
        for (Header header : headers) {
            Optional<String> text = OWN.contains(header.key()) ? Optional.empty() : text(header.value());
            if (text.isPresent() && fits(message, header.key(), text.get())) {
                message = message.withHeader(header.key(), text.get());
            }
        }
        return message;
    }

    /** The message's correlation ID alone, as it arrived, of any record. */
    public static Optional<String> correlationId(ConsumerRecord<byte[], byte[]> record) {
        return part(record.headers(), CORRELATION_ID);
    }

    /** The message's topic alone, of any record. */
    public static String topic(ConsumerRecord<byte[], byte[]> record) {
        return part(record.headers(), TOPIC).orElse(record.topic());
    }

    private static Optional<String> part(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null ? Optional.empty() : text(header.value()).filter(text -> !text.isEmpty());
    }

    private static boolean fits(Message message, String name, String value) {
        return (message.headers().containsKey(name) || message.headers().size() < Message.MAX_HEADERS)
                && !name.isEmpty()
                && name.getBytes(UTF_8).length <= Message.MAX_NAME_BYTES
                && value.getBytes(UTF_8).length <= Message.MAX_VALUE_BYTES;
    }

    private static Optional<String> text(byte @Nullable [] bytes) {
        if (bytes == null) {
            return Optional.empty();
        }
        try {
            // A decoder of its own refuses what is no UTF-8, where a String would take it in changed.
            return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException noText) {
            return Optional.empty();
        }
    }
}
