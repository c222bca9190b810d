package io.counterfoil.springmessaging.rabbit;

import io.counterfoil.messaging.inbox.GivenUp;
import io.counterfoil.messaging.inbox.RedeliveryDecision;
import io.counterfoil.springmessaging.internal.FailedAttempt;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.ImmediateAcknowledgeAmqpException;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.listener.ListenerExecutionFailedException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;

/**
 * Decides what a container does with a message whose attempt failed: it is requeued, whatever the container does by default, until it has
 * used up its attempts, and then acknowledged once its dead letter is confirmed. Without the library's RabbitMQ module there are no dead
 * letters of its own: it is rejected where the application declares a dead-letter exchange, and else kept. Thread-safe.
 */
record UsedUpMessages(Optional<ListenerDeadLetters> letters, DeclaredQueues queues) {

    private static final Logger LOG = LoggerFactory.getLogger(UsedUpMessages.class);

    /** What the container's error handler throws. */
    RuntimeException settle(ConnectionFactory connections, FailedAttempt attempt, Throwable failure) {
        if (!(attempt.delivery().message() instanceof Message message)) {
            throw new IllegalStateException("not a message of Spring AMQP's: " + attempt.delivery(), failure);
        }
        RedeliveryDecision decision = attempt.decide(root(failure));
        RuntimeException how = decision instanceof RedeliveryDecision.GiveUp used
                ? giveUp(connections, attempt, message, used.reason(), failure)
                : new ImmediateRequeueAmqpException("it is delivered again", failure);
        return new ListenerExecutionFailedException(String.valueOf(failure.getMessage()), how, message);
    }

    private RuntimeException giveUp(
            ConnectionFactory connections, FailedAttempt attempt, Message message, String reason, Throwable failure) {
        boolean byTheBroker = letters.isEmpty()
                && queues.deadLetters(message.getMessageProperties()).isPresent();
        if (byTheBroker) {
            attempt.redeliveries().giveUp(attempt.key(), reason, () -> {});
            return new AmqpRejectAndDontRequeueException(reason, failure);
        }
        try {
            GivenUp givenUp = attempt.redeliveries()
                    .giveUp(
                            attempt.key(),
                            reason,
                            letters.map(all -> all.origin(message)),
                            () -> letters.orElseThrow(
                                            () -> new IllegalStateException(
                                                    "neither the queue "
                                                            + message.getMessageProperties()
                                                                    .getConsumerQueue()
                                                            + " is declared with a dead-letter exchange, nor is counterfoil-rabbitmq there, which has one"))
                                    .send(connections, message, reason));
            return givenUp == GivenUp.IN_FLIGHT
                    ? new ImmediateRequeueAmqpException("it is in progress elsewhere", failure)
                    : new ImmediateAcknowledgeAmqpException(reason, failure);
        } catch (RuntimeException refused) {
            LOG.error(
                    "Message {} has used up its attempts, and stays in its queue: its dead letter could not be published: {}",
                    attempt.key(),
                    refused.toString());
            return new ImmediateRequeueAmqpException("its dead letter could not be published", failure);
        }
    }

    /** What the listener threw, below the container's own exceptions. */
    private static Throwable root(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof ListenerExecutionFailedException && cause != null ? root(cause) : failure;
    }
}
