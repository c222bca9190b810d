package io.counterfoil.samples.controlplane;

import io.counterfoil.messaging.Message;
import io.counterfoil.rabbitmq.RabbitPublisher;
import io.counterfoil.samples.controlplane.launch.ControlPlane;
import io.counterfoil.testkit.broker.BrokerAssumptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.util.FileSystemUtils;

/** One control plane for all tests of a JVM: the real thing, with its processes. Skips tests where there is no RabbitMQ. */
final class SharedPlane implements BeforeAllCallback {

    private @Nullable Running running;

    @Override
    public void beforeAll(ExtensionContext context) {
        BrokerAssumptions.assumeRabbitMq();
        running = context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Running.class, key -> Running.start(), Running.class);
    }

    ControlPlane.Started plane() {
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        return running.started();
    }

    Api api() {
        return new Api(plane().url());
    }

    /** Sends a message past the orchestrator, as any program on the broker can; returns when the broker has it. */
    void publish(Message message) throws Exception {
        plane().server()
                .bean(RabbitPublisher.class)
                .publish(message)
                .toCompletableFuture()
                .get(5, TimeUnit.MINUTES);
    }

    /** Keeps the commands under a key at work until it is closed. */
    Gate gate(String key) throws SQLException {
        return Gate.closed(plane().server().bean(DataSource.class), key);
    }

    /** Closed by JUnit after the last test. */
    private record Running(ControlPlane plane, ControlPlane.Started started, Path directory) implements AutoCloseable {

        static Running start() {
            ControlPlane plane = null;
            try {
                Path directory = Files.createTempDirectory("counterfoil-control-plane-");
                plane = ControlPlane.of(new ControlPlane.Settings(
                        0, directory.resolve("data"), Optional.empty(), Duration.ofMillis(300)));
                return new Running(plane, plane.start(line -> {}), directory);
            } catch (IOException | RuntimeException failure) {
                if (plane != null) {
                    close(plane, failure);
                }
                throw new IllegalStateException("the control plane did not start", failure);
            }
        }

        private static void close(ControlPlane plane, Exception failure) {
            try {
                plane.close();
            } catch (IOException also) {
                failure.addSuppressed(also);
            }
        }

        @Override
        public void close() {
            try {
                plane.close();
                FileSystemUtils.deleteRecursively(directory);
            } catch (IOException left) {
                throw new UncheckedIOException("the control plane did not stop cleanly", left);
            }
        }
    }
}
