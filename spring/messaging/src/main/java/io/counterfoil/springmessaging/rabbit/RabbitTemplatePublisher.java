package io.counterfoil.springmessaging.rabbit;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.rabbitmq.RabbitTopology;
import io.counterfoil.rabbitmq.internal.BrokerRefusal;
import io.counterfoil.rabbitmq.internal.ConfirmThread;
import io.counterfoil.springboot.CounterfoilStartUpException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.ChannelProxy;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/**
 * Publishes over the application's own connection factory, with correlated confirms and returns: persistent messages to a topic exchange.
 *
 * <p>{@link #publish} waits for a connection where there is none, as Spring's templates do, and fails when it cannot be made.
 * Stages complete in a thread of the connection: what depends on them should
 * be short. Thread-safe.
 */
public final class RabbitTemplatePublisher implements Publisher {

    private final RabbitTemplate template;
    private final String exchange;
    private final Duration confirmLimit;
    private final Executor confirms = ConfirmThread.executor();

    /**
     * Makes a publisher to the topology's exchange.
     *
     * @param factory with publisher confirms and returns
     * @param topology names the exchange
     * @param confirmLimit how long a message may stay unconfirmed before its publishing fails
     * @throws CounterfoilStartUpException when the factory's channels do not confirm, or do not return unroutable messages
     */
    public RabbitTemplatePublisher(ConnectionFactory factory, RabbitTopology topology, Duration confirmLimit) {
        if (!factory.isPublisherConfirms() || !factory.isPublisherReturns()) {
            throw new CounterfoilStartUpException(
                    "RabbitMQ's connection factory does not confirm publishes, or does not return unroutable messages.",
                    "Set spring.rabbitmq.publisher-confirm-type=correlated and spring.rabbitmq.publisher-returns=true.");
        }
        this.template = new RabbitTemplate(factory);
        this.exchange = topology.exchange();
        this.confirmLimit = confirmLimit;
    }

    @Override
    public CompletionStage<Void> publish(Message published) {
        Message message = published.outgoing();
        return send(message, exchange, message.topic(), SpringMessages.of(message), message.isMandatory());
    }

    /** Sends this message as one of Spring's. */
    CompletionStage<Void> send(
            Message message,
            String to,
            String routingKey,
            org.springframework.amqp.core.Message springs,
            boolean mandatory) {
        CorrelationData correlation = new CorrelationData();
        CompletableFuture<Void> answer = new CompletableFuture<>();
        AtomicReference<Channel> used = new AtomicReference<>();
        CompletionStage<CorrelationData.Confirm> arrived =
                correlation.getFuture().orTimeout(confirmLimit.toNanos(), TimeUnit.NANOSECONDS);
        arrived.whenCompleteAsync(
                (confirm, failure) -> {
                    if (failure != null) {
                        answer.completeExceptionally(PublishException.unconfirmed(
                                message, "the broker did not confirm within " + confirmLimit));
                    } else if (mandatory && correlation.getReturned() != null) {
                        answer.completeExceptionally(PublishException.returned(message));
                    } else if (!confirm.ack()) {
                        answer.completeExceptionally(unconfirmed(message, "" + confirm.reason(), used.get()));
                    } else {
                        answer.complete(null);
                    }
                },
                confirms);
        try {
            template.execute(channel -> {
                used.set(channel instanceof ChannelProxy proxy ? proxy.getTargetChannel() : channel);
                template.doSend(channel, to, routingKey, springs, true, correlation);
                return true;
            });
        } catch (AmqpException refused) {
            answer.completeExceptionally(PublishException.unconfirmed(message, refused));
        }
        return answer;
    }

    /**
     * Spring AMQP reports a channel that the broker has closed as closed by the application, where the channel goes back to the cache
     * before the client has told its listeners. The channel itself knows.
     */
    private static PublishException unconfirmed(Message message, String why, @Nullable Channel used) {
        ShutdownSignalException end = used == null ? null : used.getCloseReason();
        if (end != null && BrokerRefusal.isReportedBy(end)) {
            return PublishException.refused(message, String.valueOf(end.getMessage()));
        }
        return PublishException.unconfirmed(message, why);
    }
}
