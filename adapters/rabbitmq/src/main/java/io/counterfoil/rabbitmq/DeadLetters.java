package io.counterfoil.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.messaging.Delivery;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Puts what was rejected into the dead-letter queue, with the reason. The broker's own way there would take no reason along. Connects when
 * there is the first to put there. Thread-safe.
 */
final class DeadLetters implements AutoCloseable {

    private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(30);
    private static final int MAX_REASON = 512;

    private final ConnectionFactory factory;
    private final RabbitTopology topology;
    private final String queue;
    private final Outlet.Declaration declaration;
    private @Nullable Outlet outlet;
    private boolean closed;

    DeadLetters(ConnectionFactory factory, RabbitTopology topology, String queue, Outlet.Declaration declaration) {
        this.factory = factory;
        this.topology = topology;
        this.queue = queue;
        this.declaration = declaration;
    }

    /** Completes with what became of it; never fails. */
    CompletionStage<Sending.Fate> put(String topic, BasicProperties properties, byte[] body, String reason) {
        Map<String, Object> headers =
                new HashMap<>(properties.getHeaders() == null ? Map.of() : properties.getHeaders());
        headers.put(Delivery.REASON, reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason);
        headers.put(Delivery.TOPIC, topic);
        BasicProperties dead = properties
                .builder()
                .headers(headers)
                .deliveryMode(RabbitMessages.PERSISTENT)
                // It has arrived where it stays until an operator has seen it.
                .expiration(null)
                .build();
        Sending sending = new Sending(CONFIRM_LIMIT, topology.deadLetterExchange(), queue, true, dead, body);
        send(sending);
        return sending.fate();
    }

    private synchronized void send(Sending sending) {
        if (closed) {
            sending.unconfirmed("the consumer is closed");
            return;
        }
        Outlet open = outlet;
        if (open == null) {
            open = new Outlet(factory, "counterfoil dead letters of " + queue, declaration, CONFIRM_LIMIT);
            open.start();
            outlet = open;
        }
        open.send(sending);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (outlet != null) {
            outlet.close();
        }
    }
}
