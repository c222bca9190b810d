package io.counterfoil.testkit.broker;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/** The settings of a private Kafka: one small node with all roles, without delays. */
final class KafkaSettings {

    private static final String HOST = "127.0.0.1";

    private KafkaSettings() {}

    /**
     * Writes the settings files.
     *
     * @param behindRelay the port for connections through the relay
     */
    static void write(Path directory, int port, int behindRelay, int relay, int controller) throws IOException {
        Properties settings = new Properties();
        settings.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@" + HOST + ":" + controller,
                "controller.listener.names", "CONTROLLER",
                "inter.broker.listener.name", "DIRECT",
                "listeners",
                        "DIRECT://%1$s:%2$s,RELAYED://%1$s:%3$s,CONTROLLER://%1$s:%4$s"
                                .formatted(HOST, port, behindRelay, controller),
                "advertised.listeners", "DIRECT://%1$s:%2$s,RELAYED://%1$s:%3$s".formatted(HOST, port, relay),
                "listener.security.protocol.map", "DIRECT:PLAINTEXT,RELAYED:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs", directory.resolve("data").toString(),
                "auto.create.topics.enable", "false"));
        settings.putAll(Map.of(
                "offsets.topic.num.partitions", "1",
                "offsets.topic.replication.factor", "1",
                "transaction.state.log.num.partitions", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "share.coordinator.state.topic.num.partitions", "1",
                "share.coordinator.state.topic.replication.factor", "1",
                "share.coordinator.state.topic.min.isr", "1",
                "group.initial.rebalance.delay.ms", "0",
                // The shortest session timeout that a test may request, so that killed consumers are detected soon.
                "group.min.session.timeout.ms", "1000"));
        settings.putAll(Map.of(
                "num.network.threads", "2",
                "num.io.threads", "2",
                "background.threads", "2",
                "log.cleaner.dedupe.buffer.size", "2097152",
                // Otherwise a restart after a kill waits until the registration of the killed broker expires.
                "broker.session.timeout.ms", "1000",
                "broker.heartbeat.interval.ms", "100",
                "controller.quorum.election.timeout.ms", "200",
                "controller.quorum.election.backoff.max.ms", "100"));
        try (BufferedWriter writer = Files.newBufferedWriter(file(directory))) {
            settings.store(writer, null);
        }
        Files.writeString(directory.resolve("logback.xml"), """
            <configuration>
              <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%level %logger: %msg%n</pattern></encoder>
              </appender>
              <root level="WARN"><appender-ref ref="out"/></root>
            </configuration>
            """);
        Files.write(
                directory.resolve("log4j2.properties"),
                List.of("rootLogger.level = WARN", "status = ERROR", "name = quiet"));
    }

    /** The settings file of the broker. */
    static Path file(Path directory) {
        return directory.resolve("server.properties");
    }

    /** Options that separate the logging of the process from the logging configuration on the test's class path. */
    static Stream<String> logging(Path directory) {
        return Stream.of(
                "-Dlogback.configurationFile=" + directory.resolve("logback.xml"),
                "-Dlog4j2.configurationFile=" + directory.resolve("log4j2.properties"));
    }
}
