package io.counterfoil.springmessaging.rabbit;

import com.rabbitmq.client.Channel;
import io.counterfoil.springmessaging.internal.CurrentBatch;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.util.List;
import java.util.Optional;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.core.Message;

/** A batch that the container has gathered from this channel. */
record MessageBatch(Channel channel, List<Message> received, List<CurrentMessage> messages) implements CurrentBatch {

    @Override
    public RuntimeException failed(int index, Throwable cause) {
        return new FailedBatchException(this, index, cause);
    }

    /** Retries that do not know batches end without a decision about the message, as if it could be forgotten. */
    @Override
    public Optional<RuntimeException> failureWasCaught(int index) {
        return Optional.of(failed(
                index,
                new AmqpRejectAndDontRequeueException(
                        "it failed in a batch of " + received.size() + ", and its failure was caught")));
    }

    @Override
    public int settledBy(Throwable failure) {
        return FailedBatchException.in(failure).map(FailedBatchException::index).orElse(0);
    }

    long tag(int index) {
        return received.get(index).getMessageProperties().getDeliveryTag();
    }

    /** That of the last message, by which the container settles all. */
    long lastTag() {
        return tag(received.size() - 1);
    }
}
