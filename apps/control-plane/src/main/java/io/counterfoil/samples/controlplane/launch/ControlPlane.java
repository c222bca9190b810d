package io.counterfoil.samples.controlplane.launch;

import io.counterfoil.samples.controlplane.controller.ControllerSettings;
import io.counterfoil.samples.controlplane.orchestrator.Changes;
import io.counterfoil.samples.controlplane.orchestrator.Commands;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.database.EmbeddedDatabase;
import io.counterfoil.samples.support.launch.OpenResources;
import io.counterfoil.samples.support.web.LocalPort;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A whole control plane at work: PostgreSQL, RabbitMQ, the orchestrator in this process, and controllers in processes of their own.
 * Closing it ends all of them, also when it has come no further than half-way. Thread-safe.
 */
public final class ControlPlane implements Closeable {

    private static final String DATABASE = "control_plane";
    private static final int CONTROLLERS = 2;

    private final OpenResources open = new OpenResources();
    private final Changes changes = new Changes();
    private final Settings settings;

    private ControlPlane(Settings settings) {
        this.settings = settings;
    }

    /**
     * What it is started with.
     *
     * @param port of the orchestrator on 127.0.0.1; 0 for any free one
     * @param data the directory of everything that it keeps
     * @param amqp a broker of the user's own; empty for one of ours
     * @param pause how long a killed controller stays dead
     */
    public record Settings(int port, Path data, Optional<String> amqp, Duration pause) {}

    /**
     * What was started.
     *
     * @param url of the orchestrator, without a slash at the end
     * @param logs the directory of the logs of all processes
     */
    public record Started(
            URI url, Path data, Path logs, Broker broker, Controllers controllers, OrchestratorServer server) {}

    /** One that is not started yet, so that it can be closed while it starts. */
    public static ControlPlane of(Settings settings) {
        return new ControlPlane(settings);
    }

    /**
     * Starts everything, in order, what may be missing first; returns when commands are taken. Takes some seconds.
     *
     * @param telling receives a line for each component that is being started
     * @throws io.counterfoil.samples.support.launch.LaunchException when something does not start; to be closed then too
     * @throws java.util.concurrent.CancellationException when it was closed meanwhile
     */
    public Started start(Consumer<String> telling) {
        LocalPort.requireFree(settings.port());
        telling.accept(settings.amqp().isPresent() ? "Looking for RabbitMQ" : "Starting RabbitMQ");
        Broker broker = open.open(() -> settings.amqp()
                .map(uri -> Broker.at(uri, changes::happened))
                .orElseGet(() -> Broker.start(changes::happened)));
        telling.accept(
                "Starting PostgreSQL in " + settings.data().toAbsolutePath().normalize());
        EmbeddedDatabase database = open.open(() -> EmbeddedDatabase.start(settings.data(), DATABASE));
        Path data = database.dataDirectory();
        Path logs = database.logs();
        Controllers controllers = Controllers.of(
                controllers(database.connection(), broker, logs),
                settings.pause(),
                InstantSource.system(),
                changes::happened);
        telling.accept("Starting the orchestrator");
        OrchestratorServer server = open.open(() -> OrchestratorServer.start(
                settings.port(),
                database.connection(),
                data,
                new OrchestratorServer.Neighbours(broker, controllers, changes)));
        telling.accept("Starting " + CONTROLLERS + " controllers");
        open.open(() -> controllers);
        controllers.start();
        broker.keepQueues();
        server.bean(Commands.class).resume();
        return new Started(server.url(), data, logs, broker, controllers, server);
    }

    private static List<ControllerSettings> controllers(ConnectionSettings database, Broker broker, Path logs) {
        return IntStream.rangeClosed(1, CONTROLLERS)
                .mapToObj(number -> "controller-" + number)
                .map(name -> new ControllerSettings(
                        name,
                        database.jdbcUrl(),
                        String.valueOf(database.username()),
                        String.valueOf(database.password()),
                        broker.uri(),
                        logs.resolve(name + ".log")))
                .toList();
    }

    /** Ends everything that was started, the last first. A second call does nothing. */
    @Override
    public void close() throws IOException {
        open.close();
    }
}
