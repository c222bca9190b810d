package io.counterfoil.testkit.broker;

import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka of one test's own: one broker, which is its own controller, in a process that can be killed and come back with its
 * data. It listens on free ports of 127.0.0.1, keeps its data in a private temporary directory, and makes no topic unasked.
 *
 * <p>It runs out of the jars of {@code org.apache.kafka:kafka_2.13} on the class path: {@link #isAvailable} says whether they are
 * there. Its process ends with this JVM, however that ends. To be closed by the code that starts it. {@link #kill}, {@link #restart} and {@link
 * #close} are for one thread at a time; the rest is thread-safe.
 */
public final class PrivateKafka implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateKafka.class);
    private static final String HOST = "127.0.0.1:";
    private static final long ADMIN_LIMIT_SECONDS = 60;

    private final Path directory;
    private final ReservedPort port = ReservedPort.any();
    private final ReservedPort behindRelay = ReservedPort.any();
    private final ReservedPort controller = ReservedPort.any();
    private final KafkaRelay relay;
    private final String cluster = Uuid.randomUuid().toString();

    private @Nullable KafkaProcess process;

    private PrivateKafka() throws IOException {
        this.directory = Files.createTempDirectory("counterfoil-kafka-");
        this.relay = new KafkaRelay(behindRelay.number());
        KafkaSettings.write(directory, port.number(), behindRelay.number(), relay.port(), controller.number());
    }

    /** Whether the broker's jars are on the class path. */
    public static boolean isAvailable() {
        try {
            Class.forName("kafka.server.KafkaRaftServer", false, PrivateKafka.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException notThere) {
            return false;
        }
    }

    /**
     * Starts one, within about 5 s; returns when it takes connections.
     *
     * @throws UncheckedIOException when it cannot be started, with what it said; nothing is left behind
     * @throws IllegalStateException when it is not {@linkplain #isAvailable available}
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
            throw new UncheckedIOException("the private Kafka cannot be started", refused);
        }
    }

    /** Where clients find it: a host and a port, the same after a restart. */
    public String bootstrapServers() {
        return HOST + port.number();
    }

    /** Where clients find it whose connections {@link #cutConnections} cuts. */
    public String cuttableServers() {
        return HOST + relay.port();
    }

    /** Resets all connections that were made by way of {@link #cuttableServers}; new ones are taken at once. */
    public void cutConnections() {
        relay.cut();
    }

    /**
     * Makes topics; returns when they can be used.
     *
     * @param partitions of each
     * @throws IllegalStateException when it cannot, with the cause
     */
    public void createTopics(int partitions, String... names) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
            List<NewTopic> topics = Arrays.stream(names)
                    .map(name -> new NewTopic(name, partitions, (short) 1))
                    .toList();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ADMIN_LIMIT_SECONDS);
            while (!areMade(admin, topics, end)) {
                LOG.debug("The broker was not there for its controller for a moment; the topics are tried again");
            }
        } catch (ExecutionException | TimeoutException refused) {
            throw new IllegalStateException("the topics " + List.of(names) + " were not made", refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while topics were made", interrupted);
        }
    }

    /** On a busy machine the controller misses its broker now and then, and nothing can be put on it until it is heard of again. */
    private static boolean areMade(Admin admin, List<NewTopic> topics, long end)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            admin.createTopics(topics).all().get(ADMIN_LIMIT_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException refused) {
            if (refused.getCause() instanceof InvalidReplicationFactorException && System.nanoTime() < end) {
                return false;
            }
            throw refused;
        }
    }

    /**
     * Kills it, without a word to its clients; returns when it is gone. Nothing happens where it does not run.
     *
     * @throws UncheckedIOException when the thread is interrupted
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
     * {@linkplain #kill Kills} it where it runs, and starts it again with the same data and ports; returns when it takes connections.
     *
     * @throws UncheckedIOException when it does not come back, with what it said
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
     * Kills it and removes its data.
     *
     * @throws UncheckedIOException when something is left behind, which the message names
     */
    @Override
    public void close() {
        kill();
        port.close();
        behindRelay.close();
        controller.close();
        try {
            relay.close();
            remove(directory);
        } catch (IOException left) {
            throw new UncheckedIOException("the private Kafka left " + directory + " behind", left);
        }
    }

    Path directory() {
        return directory;
    }

    private static void remove(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException unreadable)
                    throws IOException {
                if (unreadable != null) {
                    throw unreadable;
                }
                Files.delete(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
