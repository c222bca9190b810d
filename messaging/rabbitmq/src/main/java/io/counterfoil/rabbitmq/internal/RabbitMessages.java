package io.counterfoil.rabbitmq.internal;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.LongString;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Messages as AMQP 0-9-1 carries them: ID, correlation ID and content type as the properties of those names, the key as the header
 * {@value #KEY}, the other headers as headers that are text. Messages are persistent.
 */
public final class RabbitMessages {

    /** The header that carries a message's key. */
    public static final String KEY = "counterfoil-key";

    /** The header by which the publisher identifies a returned message; for internal use. */
    public static final String PUBLISH = "counterfoil-publish";

    /** The header with the queue that a requeued message is for. */
    public static final String QUEUE = "counterfoil-queue";

    /** The name of this broker in a {@link MessageOrigin}. */
    public static final String BROKER = "rabbitmq";

    private static final String DELIVERY_COUNT = "x-delivery-count";

    private static final int PERSISTENT = 2;

    private RabbitMessages() {}

    /** The properties that a message is published with. */
    public static BasicProperties properties(Message message) {
        Map<String, Object> headers = new HashMap<>(message.headers());
        message.key().ifPresent(key -> headers.put(KEY, key));
        BasicProperties.Builder properties =
                new BasicProperties.Builder().deliveryMode(PERSISTENT).headers(headers);
        message.id().ifPresent(properties::messageId);
        message.correlationId().ifPresent(properties::correlationId);
        message.contentType().ifPresent(properties::contentType);
        return properties.build();
    }

    /**
     * A message that arrived. Headers that are no text, or that a {@link Message} has no room for, are left out; so is an empty property.
     *
     * @throws IllegalArgumentException when the routing key is empty: such a message has no topic
     */
    public static Message message(String routingKey, BasicProperties properties, byte[] body) {
        Message message = Message.of(routingKey, body);
        Optional<String> id = present(properties.getMessageId());
        if (id.isPresent()) {
            message = message.withId(id.get());
        }
        Optional<String> correlationId = present(properties.getCorrelationId());
        if (correlationId.isPresent()) {
            message = message.withCorrelationId(correlationId.get());
        }
        Optional<String> contentType = present(properties.getContentType());
        if (contentType.isPresent()) {
            message = message.withContentType(contentType.get());
        }
        Map<String, @Nullable Object> headers = headers(properties);
        for (Map.Entry<String, @Nullable Object> header : headers.entrySet()) {
            Optional<String> text = text(header.getValue());
            if (text.isPresent()) {
                message = with(message, header.getKey(), text.get());
            }
        }
        return message;
    }

    /**
     * The properties that a message is published with to a dead-letter exchange: its own, with the reason and the topic that it was sent to as
     * headers, persistent, and without an expiration.
     */
    public static BasicProperties deadLetter(String topic, BasicProperties properties, String reason) {
        Map<String, @Nullable Object> headers = new HashMap<>(headers(properties));
        headers.put(Delivery.REASON, Delivery.cutReason(reason));
        headers.put(Delivery.TOPIC, topic);
        return properties
                .builder()
                .headers(headers)
                .deliveryMode(PERSISTENT)
                // A dead letter stays until an operator has seen it.
                .expiration(null)
                .build();
    }

    /**
     * The origin of a message of a queue.
     *
     * @param deadLetters the queue that it goes to when it is rejected
     */
    public static MessageOrigin origin(String queue, String deadLetters, BasicProperties properties, byte[] body) {
        return new MessageOrigin(BROKER, queue, deadLetters, letter(properties, body));
    }

    /** What identifies a message among dead letters: a digest of its ID and its content, which its rejection does not change. */
    public static String letter(BasicProperties properties, byte[] body) {
        byte[] id = present(properties.getMessageId()).orElse("").getBytes(StandardCharsets.UTF_8);
        MessageDigest digest = sha256();
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(id.length).array());
        digest.update(id);
        return HexFormat.of().formatHex(digest.digest(body));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** The properties that a dead letter is published with to its queue again: as before its rejection, with the queue for {@link #QUEUE}. */
    public static BasicProperties requeued(String queue, BasicProperties letter) {
        Map<String, @Nullable Object> headers = new HashMap<>(headers(letter));
        headers.keySet().removeAll(Set.of(Delivery.REASON, Delivery.TOPIC, DELIVERY_COUNT));
        headers.put(QUEUE, queue);
        return letter.builder().headers(headers).deliveryMode(PERSISTENT).build();
    }

    /** The properties that a dead letter is published with to the end of its own queue. */
    public static BasicProperties moved(BasicProperties letter) {
        Map<String, @Nullable Object> headers = new HashMap<>(headers(letter));
        headers.remove(DELIVERY_COUNT);
        return letter.builder().headers(headers).deliveryMode(PERSISTENT).build();
    }

    /** Whether the broker counts how often it was delivered, as a quorum queue does. */
    public static boolean isDeliveryCounted(BasicProperties properties) {
        return headers(properties).containsKey(DELIVERY_COUNT);
    }

    /** The topic that a dead letter had: ours is noted by us, that of the broker's own by the broker. */
    public static String topicOfDeadLetter(String routingKey, BasicProperties properties) {
        Map<String, @Nullable Object> headers = headers(properties);
        Object ours = headers.get(Delivery.TOPIC);
        if (ours != null) {
            return ours.toString();
        }
        // Its deaths, the last one first, each with the routing keys that it had.
        return first(headers.get("x-death"))
                .flatMap(death -> death instanceof Map<?, ?> last ? first(last.get("routing-keys")) : Optional.empty())
                .map(Object::toString)
                .orElse(routingKey);
    }

    /** Those of the properties; none where they have no table of them. */
    private static Map<String, @Nullable Object> headers(BasicProperties properties) {
        return properties.getHeaders() == null ? Map.of() : properties.getHeaders();
    }

    private static Optional<Object> first(@Nullable Object list) {
        return list instanceof List<?> some && !some.isEmpty() ? Optional.of(some.get(0)) : Optional.empty();
    }

    private static Optional<String> present(@Nullable String property) {
        return Optional.ofNullable(property).filter(text -> !text.isEmpty());
    }

    private static Optional<String> text(@Nullable Object value) {
        return value instanceof LongString || value instanceof String
                ? Optional.of(value.toString()).filter(text -> bytes(text) <= Message.MAX_VALUE_BYTES)
                : Optional.empty();
    }

    private static Message with(Message message, String name, String text) {
        if (name.equals(KEY) && !text.isEmpty()) {
            return message.withKey(text);
        }
        boolean room = message.headers().size() < Message.MAX_HEADERS;
        return name.isEmpty() || name.equals(KEY) || name.equals(PUBLISH) || !room
                ? message
                : message.withHeader(name, text);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
