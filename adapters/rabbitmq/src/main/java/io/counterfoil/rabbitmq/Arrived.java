package io.counterfoil.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Envelope;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * What the broker has handed out on a session, as it came. After the session's end nothing can be done with it: the broker has taken it
 * back by then, and its number means another on every other channel. Immutable.
 */
final class Arrived {

    /** Before a message goes back that had come back before, so that one that nobody takes does not spin. */
    static final Duration PAUSE = Duration.ofMillis(500);

    /** The thread of pauses, for all deliveries. The common pool may be occupied by the application. */
    private static final ScheduledExecutorService PAUSES = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "counterfoil-rabbitmq-pauses");
        thread.setDaemon(true);
        return thread;
    });

    final BasicProperties properties;
    final byte[] body;
    private final Session session;
    private final Envelope envelope;

    Arrived(Session session, Envelope envelope, BasicProperties properties, byte[] body) {
        this.session = session;
        this.envelope = envelope;
        this.properties = properties;
        this.body = body;
    }

    String routingKey() {
        return envelope.getRoutingKey();
    }

    boolean isRedelivered() {
        return envelope.isRedeliver();
    }

    boolean isOver() {
        return session.hasEnded();
    }

    void acknowledge() {
        session.use(channel -> channel.basicAck(envelope.getDeliveryTag(), false));
    }

    void giveBack() {
        session.use(channel -> channel.basicNack(envelope.getDeliveryTag(), false, true));
    }

    void giveBackAfterPause() {
        var unused = PAUSES.schedule(this::giveBack, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
