package io.counterfoil.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Command;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the messages of one durable queue of RabbitMQ to a receiver, which settles each of them.
 *
 * <pre>{@code
 * try (RabbitConsumer consumer = RabbitConsumer.builder(factory).queue("controllers").bind("signal.#").start(receiver)) {
 *     ...
 * }
 * }</pre>
 *
 * <p>It has a connection of its own, and declares its queue on it. When the connection ends, or the broker cancels the consumer because its
 * queue was deleted, it reconnects after a pause of 100 ms to 5 s, and declares again. Unsettled messages are delivered again, and settling
 * the former deliveries does nothing.
 *
 * <p>Messages that wait while all threads work are handed to a receiver that takes several at once ({@link Receiver#maxBatch}) together, each
 * thread its share; none waits for others to come.
 *
 * <p>The receiver is called on threads of the consumer, under a correlation ID of each processing: an extension of the message's. Messages of one key
 * are delivered one after the other, in the order of the queue; the others of its key wait meanwhile, without a thread. When a receiver throws, the
 * message is delivered again after half a second, and so is a message that was given back for the second time. A message that cannot be read as a
 * {@link Message} goes to the dead letters, which have {@linkplain Builder#deadLettersOf consumers} too.
 *
 * <p>Thread-safe.
 */
public final class RabbitConsumer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RabbitConsumer.class);

    private final Builder settings;
    private final Receiver receiver;
    private final KeyedExecutor<Incoming> executor;
    private final InFlightTracker inFlight = new InFlightTracker();
    private final DeadLettering deadLettering;
    private final Reconnector reconnector;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable Consuming consuming;
    private boolean receiving;

    /** The session and the tag of this consumer at the broker. */
    private record Consuming(Session session, String tag) {

        /** Without waiting for the broker's response. */
        void cancel() {
            AMQP.Basic.Cancel cancel =
                    new AMQP.Basic.Cancel.Builder().consumerTag(tag).build();
            session.use(channel -> {
                Future<Command> unused = channel.asyncCompletableRpc(cancel);
            });
        }
    }

    RabbitConsumer(Builder settings, Receiver receiver) {
        this.settings = settings;
        this.receiver = receiver;
        this.executor = new KeyedExecutor<>(settings.threads, receiver::maxBatch, this::receive);
        this.deadLettering = settings.deadLetters
                ? new NoDeadLettering(settings.consumed())
                : new DeadLetterPublisher(settings.factory, settings.topology, settings.queue, this::declare, inFlight);
        this.reconnector =
                new Reconnector(settings.factory, "counterfoil consumer of " + settings.consumed(), this::serve);
    }

    /**
     * {@return a builder of a consumer}
     *
     * @param factory how to connect; copied, and its automatic recovery switched off in the copy
     */
    public static Builder builder(ConnectionFactory factory) {
        return new Builder(factory);
    }

    void start() {
        reconnector.start();
    }

    private void declare(Channel channel) throws IOException {
        if (settings.deadLetters) {
            settings.topology.declareDeadLetterQueue(channel, settings.queue);
        } else {
            settings.topology.declareQueue(channel, settings.queue, settings.patterns);
        }
    }

    private void serve(Session session) throws IOException, InterruptedException {
        Channel channel = session.channel();
        declare(channel);
        channel.basicQos(settings.prefetch);
        String tag = channel.basicConsume(settings.consumed(), false, new Deliveries(session));
        consuming = new Consuming(session, tag);
        reconnector.works();
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

    /** {@return whether it is connected and consumes} */
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
     * @param limit how long to wait at most
     * @return false when that has not happened within the limit; the consumer keeps trying
     * @throws InterruptedException when the thread is interrupted while it waits; the consumer is not affected
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
     * Stops delivering, waits for running receivers and unconfirmed dead letters (at most 10 s unless set), and disconnects, which takes at
     * most some seconds more. Messages that are not settled by then are delivered again to another consumer, and settling them does nothing;
     * a receiver that runs longer is not interrupted. A receiver that calls this method is not waited for. A further call waits in the same
     * way.
     *
     * <p>An interrupt ends the waiting, not the closing; the thread stays interrupted.
     */
    @Override
    public void close() {
        Consuming open = consuming;
        // Once: a second would have to wait for the broker's response to the first.
        if (inFlight.close() && open != null) {
            open.cancel();
        }
        if (!inFlight.awaitNothing(settings.closeLimit)) {
            LOG.warn(
                    "A receiver of {} is still running when its consumer stops: its message will be delivered again",
                    settings.consumed());
        }
        executor.close();
        reconnector.close();
        deadLettering.close();
    }

    /** A message that waits for the receiver. */
    private record Incoming(ReceivedMessage received, Message message, Unsettled unsettled) {

        RabbitDelivery delivery() {
            return new RabbitDelivery(message, received.isRedelivered(), received);
        }
    }

    private void receive(List<Incoming> waiting) {
        List<Incoming> incoming =
                waiting.stream().filter(each -> !each.received.isOver()).toList();
        if (incoming.size() == 1) {
            RabbitDelivery delivery = incoming.get(0).delivery();
            inFlight.receive(() -> delivery.deliverTo(receiver, settings.topology.queues()));
        } else if (!incoming.isEmpty()) {
            List<RabbitDelivery> deliveries =
                    incoming.stream().map(Incoming::delivery).toList();
            inFlight.receive(
                    () -> incoming.get(0).unsettled.together(() -> RabbitDelivery.deliverAll(deliveries, receiver)));
        }
    }

    /** Under an ID of its own, or an extension of the one that the message has. */
    private void rejectUnread(ReceivedMessage received, String reason) {
        CorrelationId id = Correlation.acceptExtended(
                received.properties.getCorrelationId(),
                settings.topology.queues().processing());
        Correlation.Scope processing = Correlation.open(id);
        try (processing) {
            received.reject(reason);
        }
    }

    private String topic(ReceivedMessage received) {
        return settings.deadLetters
                ? RabbitMessages.topicOfDeadLetter(received.routingKey(), received.properties)
                : received.routingKey();
    }

    /** What the broker delivers on one channel. */
    private final class Deliveries extends DefaultConsumer {

        private final Session session;

        private final Unsettled unsettled;

        Deliveries(Session session) {
            super(session.channel());
            this.session = session;
            this.unsettled = new Unsettled(session);
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, BasicProperties properties, byte[] body) {
            unsettled.add(envelope.getDeliveryTag());
            ReceivedMessage received =
                    new ReceivedMessage(session, unsettled, envelope, properties, body, deadLettering);
            Message message;
            try {
                message = RabbitMessages.message(topic(received), properties, body);
            } catch (IllegalArgumentException unreadable) {
                rejectUnread(received, String.valueOf(unreadable.getMessage()));
                return;
            }
            executor.add(message.key(), new Incoming(received, message, unsettled));
        }

        @Override
        public void handleCancel(String tag) {
            session.end("the broker cancelled the consumer: its queue may be gone");
        }
    }

    /** What a {@link RabbitConsumer} is to consume. For one thread. */
    public static final class Builder {

        /** How many messages may be unsettled by default. */
        public static final int PREFETCH = 100;

        /** The most messages that may be unsettled: AMQP's limit. */
        public static final int MAX_PREFETCH = 65_535;

        /** How many receivers run at a time by default. */
        public static final int THREADS = 4;

        /** The most receivers that run at a time. */
        public static final int MAX_THREADS = 1_000;

        /** How long a close waits for running receivers by default. */
        public static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

        ConnectionFactory factory;
        RabbitTopology topology = RabbitTopology.DEFAULT;
        String queue = "";
        boolean deadLetters;
        List<String> patterns = new ArrayList<>();
        int prefetch = PREFETCH;
        int threads = THREADS;
        Duration closeLimit = CLOSE_LIMIT;

        Builder(ConnectionFactory factory) {
            this.factory = factory.clone();
        }

        private Builder(Builder that) {
            this.factory = that.factory;
            this.topology = that.topology;
            this.queue = that.queue;
            this.deadLetters = that.deadLetters;
            this.patterns = List.copyOf(that.patterns);
            this.prefetch = that.prefetch;
            this.threads = that.threads;
            this.closeLimit = that.closeLimit;
        }

        /**
         * Sets the exchanges, and the kind of the queue: {@link RabbitTopology#DEFAULT} by default.
         *
         * @param topology the same as that of the publishers
         * @return this builder
         */
        public Builder topology(RabbitTopology topology) {
            this.topology = topology;
            return this;
        }

        /**
         * Sets the durable queue to consume; all consumers of one queue share its messages. Required, or {@link #deadLettersOf}.
         *
         * @param name 1 to 250 bytes of UTF-8
         * @return this builder
         * @throws IllegalArgumentException when the name is empty or over 250 bytes of UTF-8
         */
        public Builder queue(String name) {
            this.queue = RabbitTopology.queue(name);
            this.deadLetters = false;
            return this;
        }

        /**
         * Consumes the dead letters of a queue instead of a queue, to inspect them or to send them again. They have their original topic, and the
         * headers {@link Delivery#REASON} and {@link Delivery#TOPIC}; the broker's own dead letters have no such headers. A dead letter that is
         * rejected, or that cannot be read, stays in its queue and is delivered again after half a second. No topics can be bound.
         *
         * @param name the name of the queue that the messages were rejected from, 1 to 250 bytes of UTF-8
         * @return this builder
         * @throws IllegalArgumentException when the name is empty or over 250 bytes of UTF-8
         */
        public Builder deadLettersOf(String name) {
            this.queue = RabbitTopology.queue(name);
            this.deadLetters = true;
            return this;
        }

        /** The queue's name at the broker. */
        String consumed() {
            return deadLetters ? RabbitTopology.deadLetterQueue(queue) : queue;
        }

        /**
         * Binds topics to the queue, in addition to those that it is bound to already. Bindings that are no longer named stay until they are removed
         * at the broker.
         *
         * @param patterns words with dots between them, {@code *} for one word, {@code #} for any number of them; each 1 to 255 bytes of UTF-8
         * @return this builder
         * @throws IllegalArgumentException when one is empty or over 255 bytes of UTF-8
         */
        public Builder bind(Collection<String> patterns) {
            for (String pattern : patterns) {
                int length = pattern.getBytes(StandardCharsets.UTF_8).length;
                if (length == 0 || length > Message.MAX_TOPIC_BYTES) {
                    throw new IllegalArgumentException(
                            "a topic pattern has 1 to " + Message.MAX_TOPIC_BYTES + " bytes of UTF-8, not " + length);
                }
                this.patterns.add(pattern);
            }
            return this;
        }

        /**
         * Binds topics to the queue, as {@link #bind(Collection)} does.
         *
         * @param patterns the patterns one by one
         * @return this builder
         * @throws IllegalArgumentException when one is empty or over 255 bytes of UTF-8
         */
        public Builder bind(String... patterns) {
            return bind(List.of(patterns));
        }

        /**
         * Sets how many messages the broker delivers ahead of their settling: {@value #PREFETCH} by default. It bounds the messages that may wait
         * unsettled in a receiver: further ones come only once some of these are settled.
         *
         * @param messages 1 to {@value #MAX_PREFETCH}
         * @return this builder
         * @throws IllegalArgumentException when it is out of these bounds
         */
        public Builder prefetch(int messages) {
            if (messages < 1 || messages > MAX_PREFETCH) {
                throw new IllegalArgumentException("prefetch must be 1 to " + MAX_PREFETCH + ", not " + messages);
            }
            this.prefetch = messages;
            return this;
        }

        /**
         * Sets how many receivers run at a time: {@value #THREADS} by default.
         *
         * @param threads 1 to {@value #MAX_THREADS}
         * @return this builder
         * @throws IllegalArgumentException when it is out of these bounds
         */
        public Builder threads(int threads) {
            if (threads < 1 || threads > MAX_THREADS) {
                throw new IllegalArgumentException("threads must be 1 to " + MAX_THREADS + ", not " + threads);
            }
            this.threads = threads;
            return this;
        }

        /**
         * Sets how long {@link RabbitConsumer#close} waits for receivers that run: {@link #CLOSE_LIMIT} by default.
         *
         * @param limit not negative
         * @return this builder
         * @throws IllegalArgumentException when it is negative
         */
        public Builder closeLimit(Duration limit) {
            if (limit.isNegative()) {
                throw new IllegalArgumentException("the limit of a close must be positive, not " + limit);
            }
            this.closeLimit = limit;
            return this;
        }

        /**
         * Begins to consume, and returns at once: {@link RabbitConsumer#awaitReceiving} waits for the connection.
         *
         * @param receiver settles each message; it is called on the consumer's threads
         * @return the running consumer, which the caller closes
         * @throws IllegalStateException when no queue is named, or topics are to be bound to dead letters
         */
        public RabbitConsumer start(Receiver receiver) {
            if (queue.isEmpty()) {
                throw new IllegalStateException("a consumer needs a queue");
            }
            if (deadLetters && !patterns.isEmpty()) {
                throw new IllegalStateException(
                        "the dead letters of " + queue + " need no topics to bind, since " + patterns);
            }
            RabbitConsumer consumer = new RabbitConsumer(new Builder(this), receiver);
            consumer.start();
            return consumer;
        }
    }
}
