package io.counterfoil.testkit.broker;

import io.counterfoil.testkit.database.Directories;
import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private Kafka of one test: one broker, which is its own controller, in a process that can be killed and restarted
 * on its data. It listens on free ports of 127.0.0.1, stores its data in a private temporary directory, and does not
 * create topics automatically.
 *
 * <p>It runs from the jars of {@code org.apache.kafka:kafka_2.13} on the class path; {@link #isAvailable} reports
 * whether they are present. Its process ends with this JVM in every case. The code that starts it must close it. {@link
 * #kill}, {@link #restart} and {@link #close} must not be called concurrently; the other methods are thread-safe.
 */
public final class PrivateKafka implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateKafka.class);
    private static final String HOST = "127.0.0.1:";
    private static final int ADMIN_LIMIT_MILLIS = 300_000;

    private final Path directory;
    private final ReservedPort port = ReservedPort.forServer();
    private final ReservedPort behindRelay = ReservedPort.forServer();
    private final ReservedPort controller = ReservedPort.forServer();
    private final KafkaRelay relay;
    private final String cluster = Uuid.randomUuid().toString();

    private @Nullable KafkaProcess process;

    private PrivateKafka() throws IOException {
        this.directory = Files.createTempDirectory("counterfoil-kafka-");
        this.relay = new KafkaRelay(behindRelay.number());
        KafkaSettings.write(directory, port.number(), behindRelay.number(), relay.port(), controller.number());
    }

    /** Whether the jars of the broker are on the class path. */
    public static boolean isAvailable() {
        try {
            Class.forName("kafka.server.KafkaRaftServer", false, PrivateKafka.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException notThere) {
            return false;
        }
    }

    /**
     * Starts a broker within about 5 s; returns when it accepts connections.
     *
     * @throws UncheckedIOException if it does not start, with its output; nothing is left behind
     * @throws IllegalStateException if it is not {@linkplain #isAvailable available}
     */
    public static PrivateKafka start() {
        if (!isAvailable()) {
            throw new IllegalStateException("org.apache.kafka:kafka_2.13 is not on the class path");
        }
        try {
            PrivateKafka kafka = new PrivateKafka();
            try {
                kafka.restart();
                return kafka;
            } catch (UncheckedIOException refused) {
                kafka.close();
                throw refused;
            }
        } catch (IOException refused) {
            throw new UncheckedIOException("the private Kafka did not start", refused);
        }
    }

    /** The host and port for clients, unchanged by a restart. */
    public String bootstrapServers() {
        return HOST + port.number();
    }

    /** The host and port for clients whose connections {@link #cutConnections} cuts. */
    public String cuttableServers() {
        return HOST + relay.port();
    }

    /** Resets all connections through {@link #cuttableServers}. New connections are accepted immediately. */
    public void cutConnections() {
        relay.cut();
    }

    /**
     * Creates topics where they do not exist; returns when they are usable.
     *
     * @param partitions the number of partitions of each topic
     * @throws IllegalStateException if this fails, with the cause
     */
    public void createTopics(int partitions, String... names) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", bootstrapServers(), "default.api.timeout.ms", ADMIN_LIMIT_MILLIS);
        try (Admin admin = Admin.create(settings)) {
            List<NewTopic> topics = Arrays.stream(names)
                    .map(name -> new NewTopic(name, partitions, (short) 1))
                    .toList();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ADMIN_LIMIT_MILLIS);
            while (!created(admin, topics, end)) {
                LOG.debug("The controller has temporarily lost the broker; retrying to create the topics");
            }
            while (!known(admin, List.of(names), end)) {
                LOG.debug("The broker does not know the topics yet");
            }
        } catch (ExecutionException | TimeoutException refused) {
            throw new IllegalStateException("cannot create the topics " + List.of(names), refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while creating topics", interrupted);
        }
    }

    /**
     * Creates the topics; returns false if the controller has temporarily lost its broker. On a busy machine this happens
     * occasionally, and no topic can be placed on the broker until its next heartbeat.
     */
    private static boolean created(Admin admin, List<NewTopic> topics, long end)
            throws ExecutionException, InterruptedException, TimeoutException {
        for (KafkaFuture<Void> topic : admin.createTopics(topics).values().values()) {
            try {
                topic.get(ADMIN_LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (ExecutionException refused) {
                if (refused.getCause() instanceof InvalidReplicationFactorException && System.nanoTime() < end) {
                    return false;
                }
                // The client repeats a request whose response was lost.
                if (!(refused.getCause() instanceof TopicExistsException)) {
                    throw refused;
                }
            }
        }
        return true;
    }

    /**
     * Returns whether each partition has its leader. The controller confirms a topic before the broker, which answers clients,
     * has heard of it.
     */
    private static boolean known(Admin admin, List<String> names, long end)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            return admin
                    .describeTopics(names)
                    .allTopicNames()
                    .get(ADMIN_LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                    .values()
                    .stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(partition -> partition.leader() != null);
        } catch (ExecutionException unknown) {
            if (unknown.getCause() instanceof UnknownTopicOrPartitionException && System.nanoTime() < end) {
                return false;
            }
            throw unknown;
        }
    }

    /**
     * Kills the broker, without closing connections; returns when it has ended. Does nothing if it is not running.
     *
     * @throws UncheckedIOException if the thread is interrupted
     */
    public void kill() {
        KafkaProcess running = process;
        if (running == null) {
            return;
        }
        try {
            running.kill();
            process = null;
        } catch (IOException interrupted) {
            throw new UncheckedIOException(interrupted);
        }
    }

    /**
     * {@linkplain #kill Kills} the broker if it is running, and starts it again with the same data and ports; returns
     * when it accepts connections.
     *
     * @throws UncheckedIOException if it does not start, with its output
     */
    public void restart() {
        kill();
        try {
            process = KafkaProcess.start(directory, cluster);
        } catch (IOException refused) {
            throw new UncheckedIOException("the private Kafka did not start", refused);
        }
    }

    /**
     * Kills the broker and deletes its data.
     *
     * @throws UncheckedIOException if the deletion fails; the message names the directory
     */
    @Override
    public void close() {
        kill();
        port.close();
        behindRelay.close();
        controller.close();
        try {
            relay.close();
            Directories.remove(directory);
        } catch (IOException left) {
            throw new UncheckedIOException("cannot delete the directory of the private Kafka, " + directory, left);
        }
    }

    Path directory() {
        return directory;
    }
}
