package io.counterfoil.kafka;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Extension;
import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.SettledOnce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers records to the receiver, on the threads of a pool, and settles them. */
final class RecordDispatcher {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaInboxConsumer.class);

    private final KafkaInboxConsumer.Builder settings;
    private final Receiver receiver;
    private final Extension each;
    private final ExecutorService pool;
    private final ScheduledExecutorService timer;
    private final KafkaDeadLetters deadLetters;

    RecordDispatcher(KafkaInboxConsumer.Builder settings, Receiver receiver, String name) {
        this.settings = settings;
        this.receiver = receiver;
        this.each = settings.processing();
        this.deadLetters = KafkaDeadLetters.of(settings.settings, settings.deadLetterTopics, settings.closeLimit);
        ThreadFactory factory = DaemonThreads.numbered(name + "-work-");
        this.pool = Executors.newFixedThreadPool(settings.threads, factory);
        this.timer = Executors.newSingleThreadScheduledExecutor(factory);
    }

    SerialExecutor<PendingRecord> lane() {
        return new SerialExecutor<>(pool, receiver::maxBatch, this::deliver);
    }

    /** Delivers a record, after the earlier ones of its partition. */
    void take(PendingRecord taken) {
        taken.partition().lane().add(taken);
    }

    private void deliver(List<PendingRecord> taken) {
        List<RecordDelivery> deliveries = new ArrayList<>();
        taken.forEach(record -> read(record).ifPresent(deliveries::add));
        if (deliveries.size() == 1) {
            deliver(deliveries.get(0));
        } else if (!deliveries.isEmpty()) {
            try {
                receiver.receiveAll(List.copyOf(deliveries));
            } catch (RuntimeException | Error failure) {
                deliveries.stream()
                        .filter(delivery -> !delivery.isSettled())
                        .forEach(delivery -> threw(delivery, failure));
            }
        }
    }

    private Optional<RecordDelivery> read(PendingRecord taken) {
        try {
            return Optional.of(
                    new RecordDelivery(KafkaMessages.message(taken.record()), taken.isMaybeRedelivered(), taken));
        } catch (IllegalArgumentException refused) {
            rejectUnread(taken, String.valueOf(refused.getMessage()));
            return Optional.empty();
        }
    }

    private void deliver(RecordDelivery delivery) {
        Correlation.Scope processing = delivery.message().processing(each);
        try (processing) {
            try {
                receiver.receive(delivery);
            } catch (RuntimeException | Error failure) {
                threw(delivery, failure);
            }
        }
    }

    /** Under an ID of its own, or an extension of the one that the message has. */
    private void rejectUnread(PendingRecord taken, String reason) {
        Correlation.Scope processing = Correlation.open(Correlation.acceptExtended(
                KafkaMessages.correlationId(taken.record()).orElse(null), each));
        try (processing) {
            sendDeadLetter(taken, reason);
        }
    }

    /** An error too: otherwise its record would never be settled, nor would those after it. */
    private void threw(RecordDelivery delivery, Throwable failure) {
        PendingRecord taken = delivery.taken;
        if (delivery.isSettled()) {
            LOG.warn("The receiver threw an exception after it had settled {}", taken, failure);
            return;
        }
        int count = taken.slot().countThrow();
        if (count < settings.throwsBeforeRejection) {
            LOG.warn(
                    "The receiver threw an exception for {}, delivery {}; the message will be delivered again",
                    taken,
                    count,
                    failure);
            delivery.giveBack();
        } else {
            LOG.error(
                    "The receiver threw an exception for {}, delivery {}; the message is rejected",
                    taken,
                    count,
                    failure);
            delivery.reject("the receiver threw " + count + " times, at last " + failure);
        }
    }

    private void forget(PendingRecord taken) {
        taken.partition().settle(taken.slot());
    }

    private void sendDeadLetter(PendingRecord taken, String reason) {
        if (taken.partition().isLeft()) {
            return;
        }
        LOG.warn("{} becomes a dead letter: {}", taken, reason);
        deadLetters
                .send(taken.record(), settings.group, reason)
                .whenComplete(Correlation.capture().wrapBiConsumer((arrived, refused) -> {
                    if (refused == null) {
                        forget(taken);
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
        Duration pause = settings.pauses.after(taken.slot().countReturn());
        try {
            Future<?> unused = timer.schedule(() -> take(taken), pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException ended) {
            LOG.debug("The consumer has stopped; {} will be delivered to another consumer", taken);
        }
    }

    /** Waits for running receivers, and for unconfirmed dead letters. The partitions are closed by now. */
    void finish() {
        timer.shutdownNow();
        pool.shutdown();
        try {
            if (!pool.awaitTermination(settings.closeLimit.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn(
                        "A receiver of group {} is still running {} after its consumer stopped",
                        settings.group,
                        settings.closeLimit);
                pool.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
        deadLetters.close();
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
            return Optional.of(deadLetters.origin(taken.record(), settings.group));
        }

        @Override
        protected void accepted() {
            forget(taken);
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
}
