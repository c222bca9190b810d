package io.counterfoil.rabbitmq.deadletter;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownSignalException;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.deadletter.DeadLetterException;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Finds one dead letter in its queue, on a channel of its own. The messages before it stay unacknowledged until the channel is closed. */
final class DeadLetterSearch {

    private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(30);
    private static final Duration SEARCH_LIMIT = Duration.ofSeconds(60);

    private final Channel channel;
    private final MessageOrigin origin;
    private final boolean quorum;
    private final AtomicBoolean returned = new AtomicBoolean();

    /** @param quorum whether queues are known to count deliveries */
    DeadLetterSearch(Channel channel, MessageOrigin origin, boolean quorum) throws IOException {
        this.channel = channel;
        this.origin = origin;
        this.quorum = quorum;
        channel.confirmSelect();
        channel.addReturnListener(unroutable -> returned.set(true));
    }

    /** The dead letter, which is not acknowledged; empty where it is not in the queue, or the queue does not exist. */
    Optional<GetResponse> find() throws IOException, TimeoutException, InterruptedException {
        long begun = System.nanoTime();
        for (int left = messages(); left > 0; left--) {
            GetResponse message = channel.basicGet(origin.deadLetters(), false);
            if (message == null) {
                return Optional.empty();
            }
            if (RabbitMessages.letter(message.getProps(), message.getBody()).equals(origin.letter())) {
                return Optional.of(message);
            }
            if (quorum || RabbitMessages.isDeliveryCounted(message.getProps())) {
                moveToTheEnd(message);
            }
            if (System.nanoTime() - begun > SEARCH_LIMIT.toNanos()) {
                throw new DeadLetterException("%s has too many dead letters: one was not found within %s"
                        .formatted(origin.deadLetters(), SEARCH_LIMIT));
            }
        }
        return Optional.empty();
    }

    private int messages() throws IOException {
        try {
            return channel.queueDeclarePassive(origin.deadLetters()).getMessageCount();
        } catch (IOException refused) {
            if (refused.getCause() instanceof ShutdownSignalException end
                    && end.getReason() instanceof AMQP.Channel.Close close
                    && close.getReplyCode() == AMQP.NOT_FOUND) {
                return 0;
            }
            throw refused;
        }
    }

    private void moveToTheEnd(GetResponse message) throws IOException, TimeoutException, InterruptedException {
        publish("", origin.deadLetters(), RabbitMessages.moved(message.getProps()), message.getBody());
        channel.basicAck(message.getEnvelope().getDeliveryTag(), false);
    }

    /** Returns once a queue has it. */
    void publish(String exchange, String routingKey, BasicProperties properties, byte[] body)
            throws IOException, TimeoutException, InterruptedException {
        channel.basicPublish(exchange, routingKey, true, properties, body);
        if (!channel.waitForConfirms(CONFIRM_LIMIT.toMillis())) {
            throw new IOException("the broker did not accept the message");
        }
        if (returned.get()) {
            throw new IOException("no queue got the message");
        }
    }
}
