package io.counterfoil.kafka;

import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.TopicPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The settings of a {@link KafkaInboxConsumer}. For one thread. */
public final class KafkaInboxBuilder {

    private static final int MAX_THREADS = 256;
    private static final int MAX_IN_FLIGHT = 100_000;

    final Map<String, Object> settings;
    String group = "";
    List<String> topics = List.of();
    final List<TopicPattern> patterns = new ArrayList<>();
    int threads = 4;
    int inFlight = 256;
    Duration firstPause = Duration.ofMillis(100);
    Duration longestPause = Duration.ofSeconds(30);
    int throwsBeforeRejection = 20;
    Function<String, String> deadLetterTopics = topic -> topic + ".dead";
    Duration closeLimit = Duration.ofSeconds(10);

    KafkaInboxBuilder(Map<String, Object> settings) {
        this.settings = new HashMap<>(settings);
    }

    /** What was set so far: a consumer's own copy. */
    private KafkaInboxBuilder(KafkaInboxBuilder that) {
        this(that.settings);
        group = that.group;
        topics = that.topics;
        patterns.addAll(that.patterns);
        threads = that.threads;
        inFlight = that.inFlight;
        firstPause = that.firstPause;
        longestPause = that.longestPause;
        throwsBeforeRejection = that.throwsBeforeRejection;
        deadLetterTopics = that.deadLetterTopics;
        closeLimit = that.closeLimit;
    }

    /** The consumer group: all consumers of one group share the messages, each group gets them all. Required. */
    public KafkaInboxBuilder group(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the group has no name");
        }
        group = name;
        return this;
    }

    /** The Kafka topics to read, which are there already. Required. */
    public KafkaInboxBuilder topics(String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("there are no topics to read");
        }
        topics = List.of(names);
        return this;
    }

    /**
     * Delivers only messages whose own topic matches one of the patterns; others are skipped, and count as accepted. By default all are delivered.
     *
     * @param patterns words with dots, {@code *} for one word, {@code #} for any number, such as {@code signal.*.swarm-42.#}
     * @throws IllegalArgumentException when a pattern is invalid
     */
    public KafkaInboxBuilder matching(String... patterns) {
        for (String pattern : patterns) {
            this.patterns.add(new TopicPattern(pattern));
        }
        return this;
    }

    /** How many threads call the receiver, each for one partition at a time: 1 to {@value #MAX_THREADS}, 4 unless set. */
    public KafkaInboxBuilder threads(int count) {
        threads = within("threads", count, MAX_THREADS);
        return this;
    }

    /**
     * How many messages of a partition may be on hand and not settled before no more of it are fetched: 1 to {@value #MAX_IN_FLIGHT},
     * 256 unless set. One more fetch may be on its way, of {@code max.poll.records} (as many as this, 500 at most, unless set).
     */
    public KafkaInboxBuilder inFlight(int count) {
        inFlight = within("inFlight", count, MAX_IN_FLIGHT);
        return this;
    }

    /**
     * How long a message that was given back waits before it is delivered again: at first 100 ms, then twice as long each time, 30 s at
     * most, unless set.
     */
    public KafkaInboxBuilder pauses(Duration first, Duration longest) {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "pauses grow from more than nothing to no less: not from " + first + " to " + longest);
        }
        firstPause = first;
        longestPause = longest;
        return this;
    }

    /** How often the receiver may throw over one message, in this consumer, before that is rejected: 20 times unless set. */
    public KafkaInboxBuilder throwsBeforeRejection(int count) {
        throwsBeforeRejection = within("throwsBeforeRejection", count, Integer.MAX_VALUE);
        return this;
    }

    /** Where rejected messages of a Kafka topic go: to the topic of its name and {@code .dead} unless set. It is there already. */
    public KafkaInboxBuilder deadLetterTopics(Function<String, String> topicOf) {
        deadLetterTopics = topicOf;
        return this;
    }

    /** How long {@link KafkaInboxConsumer#close} waits for receivers that work: 10 s unless set. */
    public KafkaInboxBuilder closeLimit(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("the limit is no time: " + limit);
        }
        closeLimit = limit;
        return this;
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
     * @throws IllegalStateException when the group or the topics are missing
     * @throws IllegalArgumentException when a setting of Kafka's takes away what is promised here
     * @throws org.apache.kafka.common.KafkaException when Kafka's client refuses the settings
     */
    public KafkaInboxConsumer start(Receiver receiver) {
        if (group.isEmpty() || topics.isEmpty()) {
            throw new IllegalStateException("a consumer needs a group and topics");
        }
        return KafkaInboxConsumer.start(new KafkaInboxBuilder(this), receiver);
    }
}
