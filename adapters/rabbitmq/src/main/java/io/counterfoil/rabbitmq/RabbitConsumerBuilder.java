package io.counterfoil.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What a {@link RabbitConsumer} is to consume. For one thread. */
public final class RabbitConsumerBuilder {

    /** How many messages may be unsettled, unless said otherwise. */
    public static final int PREFETCH = 100;

    /** The most messages that may be unsettled: AMQP's limit. */
    public static final int MAX_PREFETCH = 65_535;

    /** How many receivers run at a time, unless said otherwise. */
    public static final int THREADS = 4;

    /** The most receivers that run at a time. */
    public static final int MAX_THREADS = 1_000;

    /** How long a close waits for receivers that run, unless said otherwise. */
    public static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    ConnectionFactory factory;
    RabbitTopology topology = RabbitTopology.DEFAULT;
    String queue = "";
    boolean deadLetters;
    List<String> patterns = new ArrayList<>();
    int prefetch = PREFETCH;
    int threads = THREADS;
    Duration closeLimit = CLOSE_LIMIT;

    RabbitConsumerBuilder(ConnectionFactory factory) {
        this.factory = factory.clone();
    }

    private RabbitConsumerBuilder(RabbitConsumerBuilder that) {
        this.factory = that.factory;
        this.topology = that.topology;
        this.queue = that.queue;
        this.deadLetters = that.deadLetters;
        this.patterns = List.copyOf(that.patterns);
        this.prefetch = that.prefetch;
        this.threads = that.threads;
        this.closeLimit = that.closeLimit;
    }

    /** The exchanges, and the kind of the queue; {@link RabbitTopology#DEFAULT} unless said otherwise. */
    public RabbitConsumerBuilder topology(RabbitTopology topology) {
        this.topology = topology;
        return this;
    }

    /**
     * The durable queue; all consumers of one queue share its messages. Required.
     *
     * @throws IllegalArgumentException when the name is empty or over 250 bytes of UTF-8
     */
    public RabbitConsumerBuilder queue(String name) {
        this.queue = RabbitTopology.queue(name);
        this.deadLetters = false;
        return this;
    }

    /**
     * Consumes the dead letters of this queue instead of a queue, to inspect them or to send them again. They have their original topic, and the
     * headers {@link Delivery#REASON} and {@link Delivery#TOPIC}; the broker's own dead letters have no such headers. A dead letter that is
     * rejected, or that cannot be read, stays in its queue and is delivered again after half a second. No topics can be bound.
     *
     * @throws IllegalArgumentException when the name is empty or over 250 bytes of UTF-8
     */
    public RabbitConsumerBuilder deadLettersOf(String name) {
        this.queue = RabbitTopology.queue(name);
        this.deadLetters = true;
        return this;
    }

    /** The queue's name at the broker. */
    String consumed() {
        return deadLetters ? RabbitTopology.deadLetterQueue(queue) : queue;
    }

    /**
     * Topics that come to the queue, in addition to those that it is bound to already: words with dots between them, {@code *} for one word,
     * {@code #} for any number of them. Bindings that are no longer named stay until they are removed at the broker.
     *
     * @throws IllegalArgumentException when one is empty or over 255 bytes of UTF-8
     */
    public RabbitConsumerBuilder bind(Collection<String> patterns) {
        for (String pattern : patterns) {
            int length = pattern.getBytes(StandardCharsets.UTF_8).length;
            if (length == 0 || length > Message.MAX_TOPIC_BYTES) {
                throw new IllegalArgumentException(
                        "a pattern of topics has 1 to " + Message.MAX_TOPIC_BYTES + " bytes of UTF-8, not " + length);
            }
            this.patterns.add(pattern);
        }
        return this;
    }

    /** The same for patterns one by one. */
    public RabbitConsumerBuilder bind(String... patterns) {
        return bind(List.of(patterns));
    }

    /**
     * How many messages the broker delivers ahead of their settling; {@value #PREFETCH} unless said otherwise. It bounds the messages that
     * may wait unsettled in a receiver: further ones come only once some of these are settled.
     *
     * @throws IllegalArgumentException when it is not 1 to {@value #MAX_PREFETCH}
     */
    public RabbitConsumerBuilder prefetch(int messages) {
        if (messages < 1 || messages > MAX_PREFETCH) {
            throw new IllegalArgumentException("prefetch is 1 to " + MAX_PREFETCH + ", not " + messages);
        }
        this.prefetch = messages;
        return this;
    }

    /**
     * How many receivers run at a time; {@value #THREADS} unless said otherwise.
     *
     * @throws IllegalArgumentException when it is not 1 to {@value #MAX_THREADS}
     */
    public RabbitConsumerBuilder threads(int threads) {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new IllegalArgumentException("threads are 1 to " + MAX_THREADS + ", not " + threads);
        }
        this.threads = threads;
        return this;
    }

    /**
     * How long {@link RabbitConsumer#close} waits for receivers that run; {@link #CLOSE_LIMIT} unless said otherwise.
     *
     * @throws IllegalArgumentException when it is negative
     */
    public RabbitConsumerBuilder closeLimit(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("the limit of a close is no time: " + limit);
        }
        this.closeLimit = limit;
        return this;
    }

    /**
     * Begins to consume. Does not wait for the connection: {@link RabbitConsumer#awaitReceiving} does.
     *
     * @throws IllegalStateException when no queue is named, or topics are to be bound to dead letters
     */
    public RabbitConsumer start(Receiver receiver) {
        if (queue.isEmpty()) {
            throw new IllegalStateException("a consumer needs a queue");
        }
        if (deadLetters && !patterns.isEmpty()) {
            throw new IllegalStateException(
                    "the dead letters of " + queue + " have no topics that could be bound, as " + patterns);
        }
        RabbitConsumer consumer = new RabbitConsumer(new RabbitConsumerBuilder(this), receiver);
        consumer.start();
        return consumer;
    }
}
