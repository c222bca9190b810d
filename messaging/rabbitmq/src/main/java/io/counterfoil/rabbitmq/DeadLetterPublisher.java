package io.counterfoil.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes rejected messages to the dead-letter queue, with the reason, which the broker's own dead-lettering would not add. Connects at the
 * first rejected message. Thread-safe.
 */
final class DeadLetterPublisher implements DeadLettering {

    private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(RabbitConsumer.class);

    private final ConnectionFactory factory;
    private final RabbitTopology topology;
    private final String queue;
    private final ConfirmingPublisher.Declaration declaration;
    private final InFlightTracker inFlight;
    private @Nullable ConfirmingPublisher publisher;
    private boolean closed;

    DeadLetterPublisher(
            ConnectionFactory factory,
            RabbitTopology topology,
            String queue,
            ConfirmingPublisher.Declaration declaration,
            InFlightTracker inFlight) {
        this.factory = factory;
        this.topology = topology;
        this.queue = queue;
        this.declaration = declaration;
        this.inFlight = inFlight;
    }

    /** Acknowledges the message once the dead letter is confirmed; it counts as in flight until then. */
    @Override
    public void take(ReceivedMessage rejected, String reason) {
        PendingPublish publish = new PendingPublish(
                CONFIRM_LIMIT,
                topology.deadLetterExchange(),
                queue,
                true,
                RabbitMessages.deadLetter(rejected.routingKey(), rejected.properties, reason),
                rejected.body);
        LOG.warn("A message to {} becomes a dead letter: {}", rejected.routingKey(), reason);
        inFlight.begin();
        send(publish);
        Consumer<PendingPublish.Result> settling =
                Correlation.capture().wrapConsumer(result -> settle(rejected, reason, result));
        publish.result().thenAccept(settling).whenComplete((settled, never) -> inFlight.end());
    }

    @Override
    public Optional<MessageOrigin> origin(ReceivedMessage received) {
        return Optional.of(RabbitMessages.origin(
                queue, RabbitTopology.deadLetterQueue(queue), received.properties, received.body));
    }

    private static void settle(ReceivedMessage rejected, String reason, PendingPublish.Result result) {
        if (result instanceof PendingPublish.Confirmed) {
            rejected.acknowledge();
            return;
        }
        LOG.warn(
                "A message to {} was rejected ({}) and could not be published to the dead-letter queue: {}",
                rejected.routingKey(),
                reason,
                result);
        rejected.giveBackAfterPause();
    }

    private synchronized void send(PendingPublish publish) {
        if (closed) {
            publish.unconfirmed("the consumer is closed");
            return;
        }
        ConfirmingPublisher open = publisher;
        if (open == null) {
            open = new ConfirmingPublisher(factory, "counterfoil dead letters of " + queue, declaration, Duration.ZERO);
            open.start();
            publisher = open;
        }
        open.send(publish);
    }

    /** Does not wait for unconfirmed dead letters: the consumer has done so. */
    @Override
    public synchronized void close() {
        closed = true;
        if (publisher != null) {
            publisher.close();
        }
    }
}
