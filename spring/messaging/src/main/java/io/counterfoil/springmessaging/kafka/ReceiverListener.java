package io.counterfoil.springmessaging.kafka;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Extension;
import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.SettledOnce;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.AcknowledgingConsumerAwareMessageListener;
import org.springframework.kafka.listener.ConsumerSeekAware;
import org.springframework.kafka.support.Acknowledgment;

/** A receiver in a container that acknowledges manually and out of order. Thread-safe. */
final class ReceiverListener implements AcknowledgingConsumerAwareMessageListener<byte[], byte[]>, ConsumerSeekAware {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiverListener.class);
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);

    private final Receiver receiver;
    private final String group;
    private final KafkaDeadLetters deadLetters;
    private final Map<TopicPartition, Assignment> assignments = new ConcurrentHashMap<>();

    ReceiverListener(Receiver receiver, String group, KafkaDeadLetters deadLetters) {
        this.receiver = receiver;
        this.group = group;
        this.deadLetters = deadLetters;
    }

    @Override
    public void onMessage(
            ConsumerRecord<byte[], byte[]> record,
            @Nullable Acknowledgment acknowledgment,
            @Nullable Consumer<?, ?> consumer) {
        if (acknowledgment == null || consumer == null) {
            throw new IllegalStateException("the container of a receiver needs AckMode.MANUAL: the receiver settles");
        }
        Assignment assignment = assignments.computeIfAbsent(
                new TopicPartition(record.topic(), record.partition()), name -> new Assignment(end(consumer, name)));
        deliver(new PendingRecord(record, acknowledgment, assignment), record.offset() < assignment.endWhenAssigned);
    }

    /** Read at the first record of an assignment: what is sent later than that is new. */
    private long end(Consumer<?, ?> consumer, TopicPartition name) {
        try {
            return consumer.endOffsets(List.of(name), REQUEST_LIMIT).getOrDefault(name, Long.MAX_VALUE);
        } catch (KafkaException unknown) {
            LOG.warn(
                    "Group {} cannot read its offset of {}, and treats all messages as redelivered",
                    group,
                    name,
                    unknown);
            return Long.MAX_VALUE;
        }
    }

    private void deliver(PendingRecord taken, boolean redelivered) {
        if (taken.assignment.gone) {
            return;
        }
        Message read;
        try {
            read = KafkaMessages.message(taken.record);
        } catch (IllegalArgumentException refused) {
            Correlation.Scope processing = Correlation.extend();
            try (processing) {
                sendDeadLetter(taken, String.valueOf(refused.getMessage()));
            }
            return;
        }
        Message message = CurrentMessage.correlationId()
                .map(id -> read.withCorrelationId(id.value()))
                .orElse(read);
        RecordDelivery delivery = new RecordDelivery(message, redelivered, taken);
        Correlation.Scope processing = delivery.message().processing(Extension.DEFAULT);
        try (processing) {
            receive(taken, delivery);
        }
    }

    private void receive(PendingRecord taken, RecordDelivery delivery) {
        try {
            receiver.receive(delivery);
        } catch (RuntimeException | Error failure) {
            // An error too: else the container ends, or what is delivered again never settles.
            LOG.warn(
                    "The receiver threw an exception for {}; the message will be delivered again unless it was "
                            + "settled",
                    taken,
                    failure);
            delivery.giveBack();
        }
    }

    private void acknowledge(PendingRecord taken) {
        if (taken.assignment.gone) {
            return;
        }
        try {
            taken.acknowledgment.acknowledge();
        } catch (IllegalStateException | KafkaException ended) {
            LOG.debug("{} was settled after its container had stopped", taken, ended);
        }
    }

    private void sendDeadLetter(PendingRecord taken, String reason) {
        LOG.warn("{} becomes a dead letter: {}", taken, reason);
        deadLetters
                .send(taken.record, group, reason)
                .whenComplete(Correlation.capture().wrapBiConsumer((arrived, refused) -> {
                    if (refused == null) {
                        acknowledge(taken);
                    } else {
                        LOG.warn(
                                "The dead letter of {} was not confirmed; the message will be delivered again",
                                taken,
                                refused);
                        deliverLater(taken);
                    }
                }));
    }

    private void deliverLater(PendingRecord taken) {
        taken.later(() -> deliver(taken, true));
    }

    @Override
    public void onPartitionsAssigned(Map<TopicPartition, Long> names, ConsumerSeekCallback callback) {
        names.keySet().forEach(this::leave);
    }

    @Override
    public void onPartitionsRevoked(@Nullable Collection<TopicPartition> names) {
        if (names != null) {
            names.forEach(this::leave);
        }
    }

    private void leave(TopicPartition name) {
        Assignment assignment = assignments.remove(name);
        if (assignment != null) {
            assignment.gone = true;
        }
    }

    /** One delivery of a record. */
    private final class RecordDelivery extends SettledOnce {

        private final PendingRecord taken;

        RecordDelivery(Message message, boolean maybeRedelivered, PendingRecord taken) {
            super(message, maybeRedelivered);
            this.taken = taken;
        }

        @Override
        public Optional<MessageOrigin> origin() {
            return Optional.of(deadLetters.origin(taken.record, group));
        }

        @Override
        protected void accepted() {
            acknowledge(taken);
        }

        @Override
        protected void rejected(String reason) {
            sendDeadLetter(taken, reason);
        }

        @Override
        protected void givenBack() {
            deliverLater(taken);
        }
    }

    /** A partition from when it is assigned to when it is taken away. */
    static final class Assignment {

        private final long endWhenAssigned;
        private volatile boolean gone;

        Assignment(long endWhenAssigned) {
            this.endWhenAssigned = endWhenAssigned;
        }
    }
}
