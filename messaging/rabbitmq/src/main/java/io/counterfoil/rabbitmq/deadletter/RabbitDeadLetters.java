package io.counterfoil.rabbitmq.deadletter;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownSignalException;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.deadletter.DeadLetterBroker;
import io.counterfoil.messaging.deadletter.DeadLetterException;
import io.counterfoil.rabbitmq.QueueKind;
import io.counterfoil.rabbitmq.RabbitTopology;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Requeues and discards dead letters in queues of RabbitMQ. Each call has a channel of its own, with publisher confirms, and may take a minute
 * where very many dead letters are older.
 *
 * <p>A dead letter is looked for from the head of its queue, so the oldest is found at once. The messages before it are held until it is settled,
 * and are then where they were. In a quorum queue, which counts deliveries and drops a message after its limit, they are published again to the
 * end of the queue instead.
 *
 * <p>A requeued message reaches only the queue that it came from, with its topic as the routing key: by the headers exchange {@value
 * #EXCHANGE}, to which the queue is bound by its name. Both are declared here, and stay. Thread-safe.
 */
public final class RabbitDeadLetters implements DeadLetterBroker {

    /** The exchange that requeued messages pass. */
    public static final String EXCHANGE = "counterfoil.requeue";

    private static final int CLOSE_MILLIS = 10_000;

    private final RabbitChannels channels;
    private final RabbitTopology topology;

    private RabbitDeadLetters(RabbitChannels channels, RabbitTopology topology) {
        this.channels = channels;
        this.topology = topology;
    }

    /**
     * {@return a requeueing of dead letters that opens a connection for each call}
     *
     * @param factory how to connect; copied, and its automatic recovery switched off in the copy
     * @param topology that of the consumers whose dead letters these are
     */
    public static RabbitDeadLetters of(ConnectionFactory factory, RabbitTopology topology) {
        ConnectionFactory own = factory.clone();
        own.setAutomaticRecoveryEnabled(false);
        return on(
                work -> {
                    Connection connection = own.newConnection("counterfoil dead letters");
                    try {
                        return work.on(connection.createChannel());
                    } finally {
                        // Not close: the broker may have closed the channel, over a queue that is not there.
                        connection.abort(CLOSE_MILLIS);
                    }
                },
                topology);
    }

    /**
     * {@return a requeueing of dead letters on channels that the application, or a framework, opens}
     *
     * @param channels opens a channel for each call
     * @param topology that of the consumers whose dead letters these are
     */
    public static RabbitDeadLetters on(RabbitChannels channels, RabbitTopology topology) {
        return new RabbitDeadLetters(channels, topology);
    }

    @Override
    public boolean serves(MessageOrigin origin) {
        return origin.broker().equals(RabbitMessages.BROKER);
    }

    @Override
    public boolean requeue(MessageOrigin origin) {
        return use("requeued", origin, channel -> {
            DeadLetterSearch search = search(channel, origin);
            Optional<GetResponse> letter = search.find();
            if (letter.isEmpty()) {
                return false;
            }
            channel.exchangeDeclare(EXCHANGE, BuiltinExchangeType.HEADERS, true);
            Map<String, Object> condition = Map.of("x-match", "all", RabbitMessages.QUEUE, origin.source());
            channel.queueBind(origin.source(), EXCHANGE, "", condition);
            AMQP.BasicProperties properties = letter.get().getProps();
            String topic =
                    RabbitMessages.topicOfDeadLetter(letter.get().getEnvelope().getRoutingKey(), properties);
            search.publish(
                    EXCHANGE,
                    topic,
                    RabbitMessages.requeued(origin.source(), properties),
                    letter.get().getBody());
            channel.basicAck(letter.get().getEnvelope().getDeliveryTag(), false);
            return true;
        });
    }

    @Override
    public boolean discard(MessageOrigin origin) {
        return use("discarded", origin, channel -> {
            Optional<GetResponse> letter = search(channel, origin).find();
            if (letter.isPresent()) {
                channel.basicAck(letter.get().getEnvelope().getDeliveryTag(), false);
            }
            return letter.isPresent();
        });
    }

    private DeadLetterSearch search(Channel channel, MessageOrigin origin) throws IOException {
        return new DeadLetterSearch(channel, origin, topology.queues() == QueueKind.QUORUM);
    }

    private boolean use(String what, MessageOrigin origin, ChannelWork work) {
        try {
            return channels.use(work);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DeadLetterException(
                    "interrupted before a dead letter of " + origin + " was " + what, interrupted);
        } catch (IOException | TimeoutException | ShutdownSignalException failure) {
            throw new DeadLetterException("a dead letter of " + origin + " could not be " + what, failure);
        }
    }
}
