package io.counterfoil.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.rabbitmq.internal.ConfirmThread;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Publishes to a topic exchange of RabbitMQ: persistent messages, with publisher confirms, many of them unconfirmed at a time.
 *
 * <p>It has a connection of its own, which it opens when it starts and reopens after pauses of 100 ms to 5 s. When the connection ends, it is
 * unknown whether a sent and unconfirmed message has arrived: its publish fails, and should be repeated under the same message ID. Where RabbitMQ
 * ended it over one message, such as one that is too large or whose routing key the user may not write to, every one that was on its way is
 * {@linkplain PublishException#isRefused() refused}. A message
 * that was not sent yet waits for the next connection, or until the broker no longer blocks publishers. At most 10,000 messages wait; further
 * ones fail at once.
 *
 * <p>{@link #publish} never blocks. Stages complete in a thread of the publisher, so dependent stages should be short.
 *
 * <p>Thread-safe.
 */
public final class RabbitPublisher implements Publisher, AutoCloseable {

    /** How long a message may take to be confirmed by default. */
    public static final Duration CONFIRM_LIMIT = Duration.ofSeconds(30);

    private final String exchange;
    private final Duration confirmLimit;
    private final ConfirmingPublisher publisher;
    private final Executor confirms;

    private RabbitPublisher(ConnectionFactory factory, RabbitTopology topology, Duration confirmLimit) {
        this.exchange = topology.exchange();
        this.confirmLimit = confirmLimit;
        this.publisher =
                new ConfirmingPublisher(factory, "counterfoil publisher", topology::declareExchange, confirmLimit);
        this.confirms = ConfirmThread.executor();
        publisher.start();
    }

    /**
     * {@return a publisher to the topology's exchange, which it declares} Does not wait for the connection.
     *
     * @param factory how to connect; copied, and its automatic recovery switched off in the copy
     * @param topology names the exchange
     */
    public static RabbitPublisher of(ConnectionFactory factory, RabbitTopology topology) {
        return of(factory, topology, CONFIRM_LIMIT);
    }

    /**
     * {@return a publisher with another time for confirms} Does not wait for the connection.
     *
     * @param factory how to connect; copied, and its automatic recovery switched off in the copy
     * @param topology names the exchange
     * @param confirmLimit how long a message may stay unconfirmed before its publishing fails; positive
     * @throws IllegalArgumentException when the time is not positive
     */
    public static RabbitPublisher of(ConnectionFactory factory, RabbitTopology topology, Duration confirmLimit) {
        if (confirmLimit.isNegative() || confirmLimit.isZero()) {
            throw new IllegalArgumentException("a confirm may take longer than " + confirmLimit);
        }
        return new RabbitPublisher(factory, topology, confirmLimit);
    }

    @Override
    public CompletionStage<Void> publish(Message published) {
        Message message = published.outgoing();
        PendingPublish publish = new PendingPublish(
                confirmLimit,
                exchange,
                message.topic(),
                message.isMandatory(),
                RabbitMessages.properties(message),
                message.body());
        CompletableFuture<Void> answer = new CompletableFuture<>();
        publish.result().whenCompleteAsync((result, never) -> answer(message, result, answer), confirms);
        publisher.send(publish);
        return answer;
    }

    private static void answer(Message message, PendingPublish.Result result, CompletableFuture<Void> answer) {
        if (result instanceof PendingPublish.Confirmed) {
            answer.complete(null);
        } else if (result instanceof PendingPublish.Unconfirmed unconfirmed) {
            answer.completeExceptionally(PublishException.unconfirmed(message, unconfirmed.why()));
        } else if (result instanceof PendingPublish.Refused refused) {
            answer.completeExceptionally(PublishException.refused(message, refused.why()));
        } else {
            answer.completeExceptionally(PublishException.returned(message));
        }
    }

    /**
     * Waits for what is on its way, at most for the confirms' time, and disconnects. What is unconfirmed then fails, and so does what is
     * published later. A second call does nothing.
     */
    @Override
    public void close() {
        publisher.close();
    }
}
