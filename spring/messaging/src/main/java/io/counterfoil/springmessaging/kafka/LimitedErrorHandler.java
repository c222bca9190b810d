package io.counterfoil.springmessaging.kafka;

import io.counterfoil.messaging.inbox.GivenUp;
import io.counterfoil.messaging.inbox.Redeliveries;
import io.counterfoil.messaging.inbox.RedeliveryDecision;
import io.counterfoil.springmessaging.internal.FailedAttempt;
import io.counterfoil.springmessaging.internal.FailedProcessing;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.TopicPartitionOffset;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/**
 * Around a container's error handler. A failed attempt at a message that takes effect once has a limit: in a container without an error handler
 * of the application that of the inbox, after which the record becomes a dead letter; in another one the application's handler decides, and
 * what it would deliver for ever ends after {@value Redeliveries#CEILING} attempts. Any other failure is the given handler's. The pauses are
 * those before each attempt. Thread-safe.
 */
final class LimitedErrorHandler implements CommonErrorHandler {

    private static final Logger LOG = LoggerFactory.getLogger(LimitedErrorHandler.class);

    private final CommonErrorHandler theirs;
    private final boolean otherHandling;
    private final RecordDeadLetters letters;
    private final DefaultErrorHandler limiting;

    /** What was decided about the failure that this thread handles. */
    private static final ThreadLocal<@Nullable Used> USED = new ThreadLocal<>();

    private record Used(FailedAttempt attempt, RedeliveryDecision decision, String group) {}

    /** @param given the application's error handler, null where the container has none */
    LimitedErrorHandler(@Nullable CommonErrorHandler given, RecordDeadLetters letters) {
        this.theirs = given == null ? new DefaultErrorHandler() : given;
        this.otherHandling = given != null;
        this.letters = letters;
        this.limiting = new DefaultErrorHandler(this::recover, (BackOff) this::untilUsedUp);
        this.limiting.setSeekAfterError(theirs.seeksAfterHandling());
    }

    private BackOffExecution untilUsedUp() {
        return () -> isUsedUp() ? BackOffExecution.STOP : 0;
    }

    private boolean isUsedUp() {
        Used current = USED.get();
        return current != null && current.decision instanceof RedeliveryDecision.GiveUp;
    }

    /** Of a record that is not delivered again; when it throws, the record is. */
    private void recover(ConsumerRecord<?, ?> record, Exception failure) {
        Used current = USED.get();
        if (current == null) {
            throw new IllegalStateException("no attempt has failed on this thread", failure);
        }
        String reason = current.decision instanceof RedeliveryDecision.GiveUp up
                ? up.reason()
                : "it cannot be processed: " + failure;
        FailedAttempt attempt = current.attempt;
        GivenUp givenUp;
        try {
            givenUp = attempt.redeliveries()
                    .giveUp(
                            attempt.key(),
                            reason,
                            Optional.of(letters.origin(record, current.group)),
                            () -> letters.send(record, current.group, reason));
        } catch (RuntimeException refused) {
            LOG.error(
                    "Message {} has used up its attempts, and is kept: its dead letter could not be published: {}",
                    attempt.key(),
                    refused.toString());
            throw refused;
        }
        if (givenUp == GivenUp.IN_FLIGHT) {
            throw new IllegalStateException("message " + attempt.key() + " is in progress elsewhere");
        }
    }

    /** The handler of this failure, which is counted. */
    private CommonErrorHandler of(Exception failure, MessageListenerContainer container) {
        USED.remove();
        Optional<FailedAttempt> failed = FailedProcessing.attempt();
        if (failed.isEmpty()) {
            return theirs;
        }
        FailedAttempt attempt = otherHandling ? failed.get().underOtherHandling() : failed.get();
        RedeliveryDecision decision = attempt.decide(root(failure));
        USED.set(new Used(attempt, decision, String.valueOf(container.getGroupId())));
        return otherHandling && decision instanceof RedeliveryDecision.Again ? theirs : limiting;
    }

    /** What the listener threw, below the container's own exceptions. */
    private static Throwable root(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause != null && failure.getClass().getName().startsWith("org.springframework.kafka.")
                ? root(cause)
                : failure;
    }

    @Override
    public boolean seeksAfterHandling() {
        return theirs.seeksAfterHandling();
    }

    @Override
    public boolean deliveryAttemptHeader() {
        return theirs.deliveryAttemptHeader();
    }

    @Override
    public int deliveryAttempt(TopicPartitionOffset place) {
        return Math.max(theirs.deliveryAttempt(place), limiting.deliveryAttempt(place));
    }

    @Override
    public void handleOtherException(
            Exception failure, Consumer<?, ?> consumer, MessageListenerContainer container, boolean batch) {
        theirs.handleOtherException(failure, consumer, container, batch);
    }

    @Override
    public boolean handleOne(
            Exception failure,
            ConsumerRecord<?, ?> record,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        return of(failure, container).handleOne(failure, record, consumer, container);
    }

    @Override
    public void handleRemaining(
            Exception failure,
            List<ConsumerRecord<?, ?>> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        of(failure, container).handleRemaining(failure, records, consumer, container);
    }

    @Override
    public void handleBatch(
            Exception failure,
            ConsumerRecords<?, ?> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable listener) {
        of(failure, container).handleBatch(failure, records, consumer, container, listener);
    }

    @Override
    public <K, V> ConsumerRecords<K, V> handleBatchAndReturnRemaining(
            Exception failure,
            ConsumerRecords<?, ?> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable listener) {
        return of(failure, container).handleBatchAndReturnRemaining(failure, records, consumer, container, listener);
    }

    @Override
    public void clearThreadState() {
        USED.remove();
        FirstRecords.clear();
        limiting.clearThreadState();
        theirs.clearThreadState();
    }

    @Override
    public boolean isAckAfterHandle() {
        return theirs.isAckAfterHandle();
    }

    @Override
    public void setAckAfterHandle(boolean ack) {
        theirs.setAckAfterHandle(ack);
    }

    @Override
    public void onPartitionsAssigned(
            Consumer<?, ?> consumer, Collection<TopicPartition> partitions, Runnable publishPause) {
        FirstRecords.assigned(consumer, partitions);
        theirs.onPartitionsAssigned(consumer, partitions, publishPause);
    }
}
