package io.counterfoil.rabbitmq;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.SettledOnce;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One delivery of a message from a queue, which is settled once: the first call that settles it takes effect. {@link RabbitConsumer} makes
 * its own; the constructor is public for other consumers, such as listener containers. Thread-safe.
 */
public final class RabbitDelivery extends SettledOnce {

    /** Before a redelivered message goes back to its queue, so that a message that no receiver accepts does not spin. */
    static final Duration PAUSE = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(RabbitDelivery.class);

    /** The thread of pauses, for all deliveries. The common pool may be occupied by the application. */
    private static final ScheduledExecutorService PAUSES =
            new ScheduledThreadPoolExecutor(1, DaemonThreads.named("counterfoil-rabbitmq-pauses"));

    private final RabbitSettlement settlement;

    /**
     * Makes a delivery, not settled yet. Its message is delivered with a correlation ID that {@linkplain Message#incoming can be trusted}.
     *
     * @param message the message as the broker delivered it
     * @param maybeRedelivered false only where it certainly was not delivered before
     * @param settlement settles it at the broker, in the thread that settles the delivery or in the thread of pauses
     */
    public RabbitDelivery(Message message, boolean maybeRedelivered, RabbitSettlement settlement) {
        super(message, maybeRedelivered);
        this.settlement = settlement;
    }

    /**
     * Passes the delivery to a receiver, in a {@linkplain Message#processing processing} of its own. When the receiver throws, the delivery is given
     * back after 500 ms unless it was settled.
     *
     * @param receiver settles it, at once or later
     * @param queue the kind of the queue that it comes from
     */
    public void deliverTo(Receiver receiver, QueueKind queue) {
        Correlation.Scope processing = message().processing(queue.processing());
        try (processing) {
            try {
                receiver.receive(this);
            } catch (RuntimeException | Error failure) {
                // An error too: otherwise the consumer ends.
                threw(failure);
            }
        }
    }

    /** Passes several to a receiver, as {@link #deliverTo} does one; the receiver begins the processings. */
    static void deliverAll(List<RabbitDelivery> deliveries, Receiver receiver) {
        try {
            receiver.receiveAll(List.copyOf(deliveries));
        } catch (RuntimeException | Error failure) {
            deliveries.stream().filter(delivery -> !delivery.isSettled()).forEach(delivery -> delivery.threw(failure));
        }
    }

    private void threw(Throwable failure) {
        LOG.error(
                "A message to {} was not settled, and is returned to its queue",
                message().topic(),
                failure);
        if (settle()) {
            afterPause(settlement::giveBack);
        }
    }

    @Override
    public Optional<MessageOrigin> origin() {
        return settlement.origin();
    }

    @Override
    protected void accepted() {
        settlement.acknowledge();
    }

    @Override
    protected void rejected(String reason) {
        settlement.reject(reason);
    }

    @Override
    protected void givenBack() {
        if (isMaybeRedelivered()) {
            afterPause(settlement::giveBack);
        } else {
            settlement.giveBack();
        }
    }

    /**
     * Runs a task after 500 ms: the pause before a message goes back to its queue again.
     *
     * @param task must not block: all pauses share one thread
     */
    public static void afterPause(Runnable task) {
        var unused = PAUSES.schedule(task, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
