package io.counterfoil.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the messages of one durable queue of RabbitMQ, each until it is settled (SG-5).
 *
 * <pre>{@code
 * try (RabbitConsumer consumer = RabbitConsumer.on(factory).queue("controllers").bind("signal.#").start(receiver)) {
 *     ...
 * }
 * }</pre>
 *
 * <p>It has a connection of its own, and declares its queue on it. When the connection ends, or the broker cancels it because its queue
 * is gone, it makes another after a pause of 100 ms to 5 s, and declares again. What was unsettled then is delivered again, and settling
 * the former deliveries does nothing.
 *
 * <p>The receiver is called on threads of the consumer. Messages of one key come one after the other, in the order of the queue; while one
 * is being received the others of its key wait, and no thread with them. A receiver that throws gets the message again after half a second,
 * and so does whoever comes next after a message was given back for the second time. What cannot be read as a {@link Message} at all goes
 * to the dead letters.
 *
 * <p>Thread-safe.
 */
public final class RabbitConsumer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RabbitConsumer.class);

    private final RabbitConsumerBuilder settings;
    private final Receiver receiver;
    private final Lanes lanes;
    private final DeadLetters deadLetters;
    private final Sessions sessions;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean receiving;

    RabbitConsumer(RabbitConsumerBuilder settings, Receiver receiver) {
        this.settings = settings;
        this.receiver = receiver;
        this.lanes = new Lanes(settings.threads);
        this.deadLetters = new DeadLetters(settings.factory, settings.topology, settings.queue, this::declare);
        this.sessions = new Sessions(settings.factory, "counterfoil consumer of " + settings.queue, this::serve);
    }

    /**
     * A consumer to be described.
     *
     * @param factory how to connect; copied, and its automatic recovery switched off in the copy
     */
    public static RabbitConsumerBuilder on(ConnectionFactory factory) {
        return new RabbitConsumerBuilder(factory);
    }

    void start() {
        sessions.start();
    }

    private void declare(Channel channel) throws IOException {
        settings.topology.declareQueue(channel, settings.queue, settings.patterns);
    }

    private void serve(Session session) throws IOException, InterruptedException {
        Channel channel = session.channel();
        declare(channel);
        channel.basicQos(settings.prefetch);
        channel.basicConsume(settings.queue, false, new Incoming(session));
        sessions.works();
        setReceiving(true);
        try {
            session.awaitEnd();
        } finally {
            setReceiving(false);
        }
    }

    private void setReceiving(boolean now) {
        lock.lock();
        try {
            receiving = now;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether it is connected and consumes. */
    public boolean isReceiving() {
        lock.lock();
        try {
            return receiving;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until it is connected and consumes: its queue exists from then on.
     *
     * @return false when that has not come about within the time; it goes on trying
     */
    public boolean awaitReceiving(Duration limit) throws InterruptedException {
        lock.lock();
        try {
            long nanos = limit.toNanos();
            while (!receiving && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            return receiving;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends: begins to receive nothing more, and disconnects, at most for some seconds. A receiver that runs is not waited for: it goes on
     * to its end, and its message is delivered again, to whoever consumes next. A second call does nothing.
     */
    @Override
    public void close() {
        lanes.close();
        sessions.close();
        deadLetters.close();
    }

    private void receive(RabbitDelivery delivery, Session session) {
        if (session.hasEnded()) {
            return;
        }
        try {
            receiver.receive(delivery);
        } catch (RuntimeException | Error failure) {
            LOG.error(
                    "A message to {} was not received, and is given back",
                    delivery.message().topic(),
                    failure);
            delivery.giveBackAfterFailure();
        }
    }

    /** What the broker delivers on one channel. */
    private final class Incoming extends DefaultConsumer {

        private final Session session;

        Incoming(Session session) {
            super(session.channel());
            this.session = session;
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, BasicProperties properties, byte[] body) {
            Optional<Message> message = read(envelope, properties, body);
            if (message.isPresent()) {
                RabbitDelivery delivery = new RabbitDelivery(session, envelope, properties, message.get(), deadLetters);
                lanes.run(message.get().key(), () -> receive(delivery, session));
            }
        }

        private Optional<Message> read(Envelope envelope, BasicProperties properties, byte[] body) {
            try {
                return Optional.of(RabbitMessages.message(envelope.getRoutingKey(), properties, body));
            } catch (IllegalArgumentException unreadable) {
                String reason = String.valueOf(unreadable.getMessage());
                RabbitDelivery.bury(session, envelope, properties, body, deadLetters, reason);
                return Optional.empty();
            }
        }

        @Override
        public void handleCancel(String tag) {
            session.end("the broker cancelled the consumer: its queue may be gone");
        }
    }
}
