package io.counterfoil.rabbitmq;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The exchanges and queues that publishers and consumers declare: all durable, none deleted automatically. Existing ones are left unchanged;
 * where one was declared with other arguments, RabbitMQ refuses, and nothing is published or consumed until that is corrected.
 *
 * @param exchange the topic exchange that messages are published to, their topic being the routing key
 * @param deadLetterExchange the direct exchange for rejected messages, the routing key being the queue that they were in
 * @param queues how queues are kept
 */
public record RabbitTopology(String exchange, String deadLetterExchange, QueueKind queues) {

    /** {@code counterfoil.control}, {@code counterfoil.dead}, and classic queues. */
    public static final RabbitTopology DEFAULT =
            new RabbitTopology("counterfoil.control", "counterfoil.dead", QueueKind.CLASSIC);

    private static final int MAX_NAME_BYTES = 255;
    private static final String DEAD = ".dead";

    /**
     * Checks the names.
     *
     * @param exchange 1 to 255 bytes of UTF-8
     * @param deadLetterExchange 1 to 255 bytes of UTF-8, another name than the exchange's
     * @param queues either kind
     * @throws IllegalArgumentException when a name is empty or too long, or both names are the same
     */
    public RabbitTopology {
        name("exchange", exchange, MAX_NAME_BYTES);
        name("dead-letter exchange", deadLetterExchange, MAX_NAME_BYTES);
        if (exchange.equals(deadLetterExchange)) {
            throw new IllegalArgumentException(
                    "the dead-letter exchange must differ from the exchange " + exchange + " itself");
        }
    }

    /**
     * {@return this topology with another exchange for messages that are published}
     *
     * @param other the name of a topic exchange
     */
    public RabbitTopology withExchange(String other) {
        return new RabbitTopology(other, deadLetterExchange, queues);
    }

    /**
     * {@return this topology with another exchange for messages that are rejected}
     *
     * @param other the name of a direct exchange
     */
    public RabbitTopology withDeadLetterExchange(String other) {
        return new RabbitTopology(exchange, other, queues);
    }

    /**
     * {@return this topology with queues of another kind} A queue that exists keeps its kind: the broker refuses to declare it with another.
     *
     * @param kind of the queues and of those of their dead letters
     */
    public RabbitTopology withQueues(QueueKind kind) {
        return new RabbitTopology(exchange, deadLetterExchange, kind);
    }

    /**
     * {@return the queue that messages rejected out of a queue go to: {@code <queue>.dead}}
     *
     * @param queue the name of the queue that they were in
     */
    public static String deadLetterQueue(String queue) {
        return queue + DEAD;
    }

    /**
     * {@return the arguments that a queue is declared with}
     *
     * @param queue the queue's name, which is the routing key of its dead letters
     */
    public Map<String, Object> queueArguments(String queue) {
        return Map.of(
                "x-queue-type",
                queues.argument(),
                "x-dead-letter-exchange",
                deadLetterExchange,
                "x-dead-letter-routing-key",
                queue);
    }

    /** {@return the arguments that a queue of dead letters is declared with} */
    public Map<String, Object> deadLetterQueueArguments() {
        return Map.of("x-queue-type", queues.argument());
    }

    static String queue(String queue) {
        return name("queue", queue, MAX_NAME_BYTES - DEAD.length());
    }

    private static String name(String what, String name, int limit) {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length == 0 || length > limit) {
            throw new IllegalArgumentException(
                    "the name of a " + what + " has 1 to " + limit + " bytes of UTF-8, not " + length);
        }
        return name;
    }

    void declareExchange(Channel channel) throws IOException {
        channel.exchangeDeclare(exchange, BuiltinExchangeType.TOPIC, true);
    }

    /**
     * Declares the queue for what is rejected out of a queue, {@code <queue>.dead}, and its exchange.
     *
     * @param channel an open channel
     * @param queue the name of the queue whose dead letters it takes
     * @throws IOException when the broker refuses, such as when the queue exists with other arguments; the channel is closed then
     */
    public void declareDeadLetterQueue(Channel channel, String queue) throws IOException {
        channel.exchangeDeclare(deadLetterExchange, BuiltinExchangeType.DIRECT, true);
        channel.queueDeclare(deadLetterQueue(queue), true, false, false, deadLetterQueueArguments());
        channel.queueBind(deadLetterQueue(queue), deadLetterExchange, queue);
    }

    /** A queue that gets the topics of these patterns, and the queue for what is rejected out of it. */
    void declareQueue(Channel channel, String queue, List<String> patterns) throws IOException {
        declareExchange(channel);
        declareDeadLetterQueue(channel, queue);
        channel.queueDeclare(queue, true, false, false, queueArguments(queue));
        for (String pattern : patterns) {
            channel.queueBind(queue, exchange, pattern);
        }
    }
}
