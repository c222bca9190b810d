package io.counterfoil.kafka;

import io.counterfoil.correlation.Extension;
import io.counterfoil.idempotency.concurrent.Backoff;
import io.counterfoil.kafka.internal.ClientSettings;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.TopicPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the messages of Kafka topics to a {@link Receiver}, and commits an offset when its message and all before it
 * in its partition are settled: at least once, whichever process fails.
 *
 * <pre>{@code
 * KafkaInboxConsumer consumer = KafkaInboxConsumer.builder(Map.of("bootstrap.servers", "kafka:9092"))
 *         .group("swarm-controller")
 *         .topics("counterfoil.signal")
 *         .patterns("signal.*.swarm-42.#")
 *         .start(receiver);
 * }</pre>
 *
 * <h2>How it works</h2>
 *
 * One thread polls and does nothing else, so that Kafka does not consider this consumer dead, however long a receiver works. The records of a
 * partition are processed one after the other on a small pool: the receiver is called in the order of the partition, so that messages of one
 * key keep their order where the receiver works in the calling thread. A delivery that its receiver only holds does not stop the others. When
 * too many records of a partition are not settled, that partition alone is paused. Records that wait are handed to a receiver that takes several
 * at once ({@link Receiver#maxBatch}) together; none waits for others to come.
 *
 * <p>Offsets are committed up to the first one that is not settled, and past markers of transactions, records of aborted ones and gaps that
 * compaction has left, so that the lag of an idle group is 0. When a partition is revoked, settled offsets are committed and the
 * remaining records are dropped here and delivered to the partition's next consumer; settling them later does nothing. A rebalance does not
 * interrupt the partitions that stay (the cooperative protocol, unless the settings name another).
 *
 * <p>A delivery that is given back is delivered again here after a growing pause, while others continue. A rejected record is published to
 * the dead-letter topic unchanged, with the reason, and counts as settled once that is confirmed; when that fails it is delivered again after
 * a pause. A record that exceeds the limits of a message is rejected without being delivered. A message over which the receiver throws 20
 * times (configurable) is rejected.
 *
 * <p>The receiver is called under a correlation ID of each processing: an extension of the message's, sized by the pauses.
 *
 * <p>{@link io.counterfoil.messaging.Delivery#isMaybeRedelivered} is false for records that were sent after the partition was assigned to
 * this consumer. One case cannot be detected here: a consumer that Kafka considers dead, and that has not noticed yet, may fetch such a
 * record too.
 *
 * <p>Thread-safe. It reconnects automatically, and restarts after an error that Kafka's client does not recover from.
 */
public final class KafkaInboxConsumer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaInboxConsumer.class);
    private static final Backoff RESTARTS = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));
    private static final AtomicInteger MADE = new AtomicInteger();

    private final Builder settings;
    private final Map<String, Object> kafka;
    private final RecordDispatcher work;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    /** Replaced by the polling thread alone. */
    private volatile PollLoop loop;

    private KafkaInboxConsumer(
            Builder settings, Map<String, Object> kafka, RecordDispatcher work, PollLoop first, String name) {
        this.settings = settings;
        this.kafka = kafka;
        this.work = work;
        this.loop = first;
        this.thread = new Thread(this::run, name);
    }

    /**
     * {@return a builder of a consumer, whose group and topics are to be set}
     *
     * @param settings of Kafka's consumer, {@code bootstrap.servers} at least; the producer of dead letters follows them too
     */
    public static Builder builder(Map<String, Object> settings) {
        return new Builder(settings);
    }

    static KafkaInboxConsumer start(Builder settings, Receiver receiver) {
        Map<String, Object> kafka = ClientSettings.consumer(settings.settings, settings.group, settings.inFlight);
        String name = "counterfoil-kafka-" + settings.group + "-" + MADE.incrementAndGet();
        Consumer<byte[], byte[]> first = consumer(kafka);
        try {
            RecordDispatcher work = new RecordDispatcher(settings, receiver, name);
            KafkaInboxConsumer consumer =
                    new KafkaInboxConsumer(settings, kafka, work, new PollLoop(first, settings, work), name);
            consumer.thread.start();
            return consumer;
        } catch (RuntimeException refused) {
            first.close();
            throw refused;
        }
    }

    private static Consumer<byte[], byte[]> consumer(Map<String, Object> kafka) {
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        return new KafkaConsumer<>(kafka, bytes, bytes);
    }

    private void run() {
        try {
            int failures = 0;
            boolean anew = false;
            while (isOpen()) {
                try {
                    if (anew) {
                        loop = new PollLoop(consumer(kafka), settings, work);
                    }
                    loop.run(this::isOpen);
                } catch (RuntimeException broken) {
                    LOG.error("The consumer of group {} failed and restarts", settings.group, broken);
                    failures = loop.wasAssigned() ? 1 : failures + 1;
                    loop.close();
                    anew = true;
                    pause(failures);
                }
            }
        } catch (InterruptedException interrupted) {
            LOG.error("The consumer of group {} was interrupted and stops", settings.group, interrupted);
        } finally {
            loop.stop();
            work.finish();
            loop.close();
        }
    }

    private void pause(int failures) throws InterruptedException {
        boolean closes = closing.await(RESTARTS.after(failures).toMillis(), TimeUnit.MILLISECONDS);
        LOG.debug("The consumer of group {} {}", settings.group, closes ? "ends" : "tries again");
    }

    private boolean isOpen() {
        return closing.getCount() > 0;
    }

    /**
     * Ends it: no more is delivered, receivers that work are waited for (10 s at most unless set), what is settled is committed within the
     * same limit, and the group is left. Not to be called by a receiver. A second call waits for the first.
     */
    @Override
    public void close() {
        closing.countDown();
        loop.wakeUp();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException meanwhile) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The settings of a {@link KafkaInboxConsumer}. For one thread. */
    public static final class Builder {

        private static final int MAX_THREADS = 256;
        private static final int MAX_IN_FLIGHT = 100_000;
        private static final Duration LONGEST_LIMIT = Duration.ofDays(365);

        final Map<String, Object> settings;
        String group = "";
        List<String> topics = List.of();
        final List<TopicPattern> patterns = new ArrayList<>();
        int threads = 4;
        int inFlight = 256;
        Backoff pauses = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));
        int throwsBeforeRejection = 20;
        Function<String, String> deadLetterTopics = topic -> topic + ".dead";
        Duration closeLimit = Duration.ofSeconds(10);

        Builder(Map<String, Object> settings) {
            this.settings = new HashMap<>(settings);
        }

        /** What was set so far: a consumer's own copy. */
        private Builder(Builder that) {
            this(that.settings);
            group = that.group;
            topics = that.topics;
            patterns.addAll(that.patterns);
            threads = that.threads;
            inFlight = that.inFlight;
            pauses = that.pauses;
            throwsBeforeRejection = that.throwsBeforeRejection;
            deadLetterTopics = that.deadLetterTopics;
            closeLimit = that.closeLimit;
        }

        /**
         * Sets the consumer group: all consumers of one group share the messages, each group gets them all. Required.
         *
         * @param name the group's name, not blank
         * @return this builder
         */
        public Builder group(String name) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("the group has no name");
            }
            group = name;
            return this;
        }

        /**
         * Sets the Kafka topics to read. Required.
         *
         * @param names the topics, at least one; they exist already
         * @return this builder
         */
        public Builder topics(String... names) {
            if (names.length == 0) {
                throw new IllegalArgumentException("there are no topics to read");
            }
            topics = List.of(names);
            return this;
        }

        /**
         * Delivers only messages whose own topic matches one of the patterns; others are skipped, and count as accepted. By default all are
         * delivered.
         *
         * @param patterns words with dots, {@code *} for one word, {@code #} for any number, such as {@code signal.*.swarm-42.#}
         * @return this builder
         * @throws IllegalArgumentException when a pattern is invalid
         */
        public Builder patterns(String... patterns) {
            for (String pattern : patterns) {
                this.patterns.add(new TopicPattern(pattern));
            }
            return this;
        }

        /**
         * Sets how many threads call the receiver, each for one partition at a time: 4 unless set.
         *
         * @param count 1 to {@value #MAX_THREADS}
         * @return this builder
         */
        public Builder threads(int count) {
            threads = within("threads", count, MAX_THREADS);
            return this;
        }

        /**
         * Sets how many messages of a partition may be unsettled before fetching from it pauses: 256 unless set. One more fetch may be on its way, of
         * {@code max.poll.records} (as many as this, 500 at most, unless set).
         *
         * @param count 1 to {@value #MAX_IN_FLIGHT}
         * @return this builder
         */
        public Builder inFlight(int count) {
            inFlight = within("inFlight", count, MAX_IN_FLIGHT);
            return this;
        }

        /**
         * Sets how long a message that was given back waits before it is delivered again: the pause doubles with each attempt, from 100 ms up to 30 s
         * unless set.
         *
         * @param first the first pause, positive
         * @param longest the longest pause, at least as long as the first; at most 365 days
         * @return this builder
         */
        public Builder pauses(Duration first, Duration longest) {
            if (first.isNegative()
                    || first.isZero()
                    || longest.compareTo(first) < 0
                    || longest.compareTo(LONGEST_LIMIT) > 0) {
                throw new IllegalArgumentException(
                        "pauses must be positive, not decreasing, and at most 365 days, not from " + first + " to "
                                + longest);
            }
            pauses = new Backoff(first, longest);
            return this;
        }

        /**
         * Sets how often the receiver may throw over one message, in this consumer, before that message is rejected: 20 times unless set.
         *
         * @param count at least 1
         * @return this builder
         */
        public Builder throwsBeforeRejection(int count) {
            throwsBeforeRejection = within("throwsBeforeRejection", count, Integer.MAX_VALUE);
            return this;
        }

        /**
         * Sets where rejected messages of a Kafka topic go: to the topic of its name and {@code .dead} unless set.
         *
         * @param topicOf maps the name of a topic to that of its dead letters, which exists already; pure and fast
         * @return this builder
         */
        public Builder deadLetterTopics(Function<String, String> topicOf) {
            deadLetterTopics = topicOf;
            return this;
        }

        /**
         * Sets how long {@link KafkaInboxConsumer#close} waits for receivers that work, then for dead letters that are not confirmed, and then for
         * the commit of what is settled, which has 5 s at least: 10 s each unless set. What is not committed by then is delivered again.
         *
         * @param limit not negative
         * @return this builder
         */
        public Builder closeLimit(Duration limit) {
            if (limit.isNegative()) {
                throw new IllegalArgumentException("the limit must be positive, not " + limit);
            }
            closeLimit = limit;
            return this;
        }

        /**
         * The distinction of the processings of a message, as far as the pauses and the limit are those of deliveries.
         */
        Extension processing() {
            return Extension.timed(
                    pauses.first(), pauses.longest(), Math.min(throwsBeforeRejection, Extension.MAX_DELIVERIES));
        }

        private static int within(String name, int count, int most) {
            if (count < 1 || count > most) {
                throw new IllegalArgumentException(name + " is 1 to " + most + ", not " + count);
            }
            return count;
        }

        /**
         * Begins to receive, and returns at once.
         *
         * @param receiver settles each message; it is called on several threads unless {@link #threads} is 1
         * @return the running consumer, which the caller closes
         * @throws IllegalStateException when the group or the topics are missing
         * @throws IllegalArgumentException when a setting of Kafka's takes away what is promised here
         * @throws org.apache.kafka.common.KafkaException when Kafka's client refuses the settings
         */
        public KafkaInboxConsumer start(Receiver receiver) {
            if (group.isEmpty() || topics.isEmpty()) {
                throw new IllegalStateException("a consumer needs a group and topics");
            }
            return KafkaInboxConsumer.start(new Builder(this), receiver);
        }
    }
}
