package io.counterfoil.springmessaging.rabbit;

import com.rabbitmq.client.Channel;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import io.counterfoil.springmessaging.internal.DeliveredMessage;
import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.support.AmqpHeaders;

/**
 * Around what a listener container does with one message, retries of its own advice included: the thread knows the message, and runs under
 * an extension of its correlation ID. A batch runs under one ID that replaces those of its messages. Thread-safe.
 */
final class CurrentMessageAdvice implements MethodInterceptor {

    private final LimitedContainers limited;
    private final boolean otherHandling;

    /** @param otherHandling whether there is advice of the application inside, which may deliver a message again */
    CurrentMessageAdvice(LimitedContainers limited, boolean otherHandling) {
        this.limited = limited;
        this.otherHandling = otherHandling;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        @Nullable Object[] arguments = invocation.getArguments();
        for (Object argument : arguments) {
            if (argument instanceof Message message) {
                return CurrentMessage.within(
                        CurrentMessage.process(current(message), correlationId(message)), invocation);
            }
            Optional<CurrentMessage.Scope> batch = CurrentMessage.openBatch(
                    argument,
                    Message.class,
                    CurrentMessageAdvice::correlationId,
                    messages -> new MessageBatch(
                            channel(arguments),
                            messages,
                            messages.stream().map(this::current).toList()));
            if (batch.isPresent()) {
                return CurrentMessage.within(batch.get(), invocation);
            }
        }
        return invocation.proceed();
    }

    private static @Nullable String correlationId(Message message) {
        return message.getMessageProperties().getCorrelationId();
    }

    private static Channel channel(@Nullable Object[] arguments) {
        for (Object argument : arguments) {
            if (argument instanceof Channel channel) {
                return channel;
            }
        }
        throw new IllegalStateException("a container that delivers batches has a channel");
    }

    private CurrentMessage current(Message message) {
        MessageProperties properties = message.getMessageProperties();
        return new CurrentMessage(
                id(properties),
                properties::getHeaders,
                AmqpRejectAndDontRequeueException::new,
                new DeliveredMessage(message, isRedelivered(properties), otherHandling));
    }

    /** The messages of a publisher's batch all come with the ID of its first one, and would be taken for its duplicates. */
    private static Optional<String> id(MessageProperties properties) {
        boolean among =
                properties.getHeaders().get(AmqpHeaders.BATCH_SIZE) instanceof Number size && size.intValue() > 1;
        return among ? Optional.empty() : Optional.ofNullable(properties.getMessageId());
    }

    private boolean isRedelivered(MessageProperties properties) {
        return !Boolean.FALSE.equals(properties.isRedelivered())
                && limited.limits(String.valueOf(properties.getConsumerQueue()));
    }
}
