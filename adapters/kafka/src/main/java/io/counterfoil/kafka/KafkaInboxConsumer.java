package io.counterfoil.kafka;

import io.counterfoil.messaging.Receiver;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the messages of Kafka topics to a {@link Receiver}, and commits an offset when its message and all before it in its partition
 * are settled: at least once, whichever process dies.
 *
 * <pre>{@code
 * KafkaInboxConsumer consumer = KafkaInboxConsumer.on(Map.of("bootstrap.servers", "kafka:9092"))
 *         .group("swarm-controller")
 *         .topics("counterfoil.signal")
 *         .matching("signal.*.swarm-42.#")
 *         .start(receiver);
 * }</pre>
 *
 * <h2>How it works</h2>
 *
 * One thread polls and does nothing else, so that Kafka does not consider this consumer dead, however long a receiver works. The records of a
 * partition are processed one after the other on a small pool: the receiver is called in the order of the partition, so that messages of one
 * key keep their order where the receiver works in the calling thread. A delivery that its receiver only holds does not stop the others. When
 * too many records of a partition are not settled, that partition alone is paused.
 *
 * <p>Offsets are committed up to the first one that is not settled. When a partition is revoked, settled offsets are committed and the
 * remaining records are dropped here and delivered to the partition's next consumer; settling them later does nothing. A rebalance does not
 * interrupt the partitions that stay (the cooperative protocol, unless the settings name another).
 *
 * <p>A delivery that is given back is delivered again here after a growing pause, while others continue. A rejected record is published to
 * the dead-letter topic unchanged, with the reason, and counts as settled once that is confirmed; when that fails it is delivered again after
 * a pause. A record that exceeds the limits of a message is rejected without being delivered. A message over which the receiver throws 20
 * times (configurable) is rejected.
 *
 * <p>{@link io.counterfoil.messaging.Delivery#isMaybeRedelivered} is false for records that were sent after the partition was assigned to
 * this consumer. One case cannot be detected here: a consumer that Kafka considers dead, and that has not noticed yet, may fetch such a
 * record too.
 *
 * <p>Thread-safe. It reconnects automatically, and restarts after an error that Kafka's client does not recover from.
 */
public final class KafkaInboxConsumer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaInboxConsumer.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int DOUBLINGS = 5;
    private static final AtomicInteger MADE = new AtomicInteger();

    private final KafkaInboxBuilder settings;
    private final Map<String, Object> kafka;
    private final RecordDispatcher work;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    /** Replaced by the polling thread alone. */
    private volatile PollLoop loop;

    private KafkaInboxConsumer(
            KafkaInboxBuilder settings, Map<String, Object> kafka, RecordDispatcher work, PollLoop first, String name) {
        this.settings = settings;
        this.kafka = kafka;
        this.work = work;
        this.loop = first;
        this.thread = new Thread(this::run, name);
    }

    /**
     * A consumer to be, whose group and topics are to be named.
     *
     * @param settings of Kafka's consumer, {@code bootstrap.servers} at least; the producer of dead letters follows them too
     */
    public static KafkaInboxBuilder on(Map<String, Object> settings) {
        return new KafkaInboxBuilder(settings);
    }

    static KafkaInboxConsumer start(KafkaInboxBuilder settings, Receiver receiver) {
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
                    LOG.error("The consumer of group {} broke down, and begins anew", settings.group, broken);
                    failures = loop.wasAssigned() ? 0 : failures + 1;
                    loop.close();
                    anew = true;
                    pause(failures);
                }
            }
        } catch (InterruptedException interrupted) {
            LOG.error("The consumer of group {} was interrupted, and ends", settings.group, interrupted);
        } finally {
            loop.stop();
            work.finish();
            loop.close();
        }
    }

    private void pause(int failures) throws InterruptedException {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, DOUBLINGS));
        boolean closes = closing.await(Math.min(pause.toMillis(), LONGEST_PAUSE.toMillis()), TimeUnit.MILLISECONDS);
        LOG.debug("The consumer of group {} {}", settings.group, closes ? "ends" : "tries again");
    }

    private boolean isOpen() {
        return closing.getCount() > 0;
    }

    /**
     * Ends it: no more is delivered, receivers that work are waited for (10 s at most unless set), what is settled is committed, and the
     * group is left. Not to be called by a receiver. A second call waits for the first.
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
}
