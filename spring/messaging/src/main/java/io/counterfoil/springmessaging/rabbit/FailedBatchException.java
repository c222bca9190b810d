package io.counterfoil.springmessaging.rabbit;

import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.ImmediateAcknowledgeAmqpException;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.listener.ContainerUtils;
import org.springframework.amqp.listener.ListenerExecutionFailedException;

/**
 * A message of a batch failed; those before it are done. A container settles a batch as one, by the tag of its last message and all before that are
 * unsettled: so what is not to share the end of the rest is settled here, before the container does. Where its error handler is not called, as when it
 * stops, the whole batch is delivered again.
 */
final class FailedBatchException extends ImmediateRequeueAmqpException {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(FailedBatchException.class);

    private final transient MessageBatch batch;
    private final int index;
    private final Throwable failure;

    /** @param failure that of the message at this position */
    FailedBatchException(MessageBatch batch, int index, Throwable failure) {
        super(
                "message " + (index + 1) + " of a batch of " + batch.received().size() + " failed: " + failure,
                cause(failure));
        this.batch = batch;
        this.index = index;
        this.failure = failure;
    }

    /** A request to acknowledge the message would be read as one to acknowledge the batch. */
    private static Throwable cause(Throwable failure) {
        if (!ContainerUtils.isImmediateAcknowledge(failure)) {
            return failure;
        }
        IllegalStateException hiding = new IllegalStateException(failure.toString());
        hiding.addSuppressed(failure);
        return hiding;
    }

    /** The failure of the message. */
    Throwable failure() {
        return failure;
    }

    /** The one among the causes of a failure. */
    static Optional<FailedBatchException> in(Throwable failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FailedBatchException found) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** The position of the message that failed. */
    int index() {
        return index;
    }

    /** The message that failed. */
    Message failed() {
        return batch.received().get(index);
    }

    /**
     * Acknowledges the messages before it, and settles it as the error handling of its container has decided for it alone.
     *
     * @param decided the decision, as a container reads it: rejected, acknowledged, or else delivered again
     * @return by what the container settles the rest, which is delivered again
     */
    RuntimeException settle(Throwable decided) {
        long tag = batch.tag(index);
        boolean isLast = tag == batch.lastTag();
        boolean done = ContainerUtils.isImmediateAcknowledge(decided);
        boolean rejected = !done && ContainerUtils.isAmqpReject(decided);
        settle(() -> {
            if (index > 0 && batch.tag(index - 1) != tag) {
                batch.channel().basicAck(batch.tag(index - 1), true);
            }
            if (done && !isLast) {
                batch.channel().basicAck(tag, false);
            }
            if (rejected && !isLast) {
                batch.channel().basicReject(tag, false);
            }
        });
        RuntimeException rest = isLast && done
                ? new ImmediateAcknowledgeAmqpException("the last message of the batch is done")
                : isLast && rejected
                        ? new AmqpRejectAndDontRequeueException("the last message of the batch is rejected")
                        : new ImmediateRequeueAmqpException("the rest of the batch is delivered again");
        // As a cause it would decide about the rest too.
        rest.addSuppressed(decided);
        // Anything else would end the container's consumer.
        return new ListenerExecutionFailedException(String.valueOf(getMessage()), rest, failed());
    }

    private interface Settling {
        void run() throws IOException;
    }

    /** On a channel that has ended, the broker delivers all of the batch again. */
    private static void settle(Settling settling) {
        try {
            settling.run();
        } catch (ShutdownSignalException | IllegalStateException | IOException dead) {
            // Spring's channels throw the second in place of the first.
            LOG.debug("a batch was settled after its channel was closed", dead);
        }
    }
}
