package io.counterfoil.springmessaging.rabbit;

import io.counterfoil.springmessaging.internal.CurrentMessage;
import io.counterfoil.springmessaging.internal.DeliveredMessage;
import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;

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
        for (Object argument : invocation.getArguments()) {
            if (argument instanceof Message message) {
                MessageProperties properties = message.getMessageProperties();
                CurrentMessage.Scope scope = CurrentMessage.open(
                        properties.getMessageId(),
                        properties.getCorrelationId(),
                        properties::getHeaders,
                        AmqpRejectAndDontRequeueException::new,
                        new DeliveredMessage(message, isRedelivered(properties), otherHandling));
                return CurrentMessage.within(scope, invocation);
            }
            Optional<CurrentMessage.Scope> batch = CurrentMessage.openBatch(
                    argument,
                    Message.class,
                    message -> message.getMessageProperties().getCorrelationId());
            if (batch.isPresent()) {
                return CurrentMessage.within(batch.get(), invocation);
            }
        }
        return invocation.proceed();
    }

    private boolean isRedelivered(MessageProperties properties) {
        return !Boolean.FALSE.equals(properties.isRedelivered())
                && limited.limits(String.valueOf(properties.getConsumerQueue()));
    }
}
