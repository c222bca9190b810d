package io.counterfoil.samples.controlplane.launch;

import io.counterfoil.samples.controlplane.ControlPlaneApplication;
import io.counterfoil.samples.controlplane.orchestrator.Changes;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.samples.support.web.LocalServer;
import java.io.Closeable;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;

/**
 * The orchestrator, listening on 127.0.0.1 from {@link #start} until {@link #close}. It registers no shutdown hook: who starts it closes
 * it, before its database and its broker. Thread-safe.
 */
public final class OrchestratorServer implements Closeable {

    private final LocalServer server;

    private OrchestratorServer(LocalServer server) {
        this.server = server;
    }

    /** What the page shows beside commands, and has buttons for. */
    record Neighbours(Broker broker, Controllers controllers, Changes changes) {}

    /**
     * Starts it, and returns when it answers.
     *
     * @param port 0 for any free one
     * @param data the directory that its logs and its journal are kept in
     * @throws LaunchException when it does not start
     */
    static OrchestratorServer start(int port, ConnectionSettings database, Path data, Neighbours neighbours) {
        SpringApplication application = new SpringApplication(ControlPlaneApplication.class);
        application.addInitializers(context -> {
            context.getBeanFactory().registerSingleton("broker", neighbours.broker());
            context.getBeanFactory().registerSingleton("controllers", neighbours.controllers());
            context.getBeanFactory().registerSingleton("changes", neighbours.changes());
        });
        application.setMainApplicationClass(ControlPlaneApplication.class);
        application.setDefaultProperties(properties(data, neighbours.broker()));
        return new OrchestratorServer(LocalServer.start("the orchestrator", application, port, database, List.of()));
    }

    private static Map<String, Object> properties(Path data, Broker broker) {
        return Map.of(
                "control-plane.broker", broker.uri().toString(),
                "control-plane.journal", data.resolve("journal").toString(),
                "logging.file.name",
                        data.resolve("logs").resolve("orchestrator.log").toString());
    }

    /** Where it answers, without a slash at the end. */
    public URI url() {
        return server.url();
    }

    /** Part of it. @throws org.springframework.beans.BeansException where there is none of that type */
    public <T> T bean(Class<T> type) {
        return server.bean(type);
    }

    /** Blocks until it has been stopped. */
    void awaitStop() throws InterruptedException {
        server.awaitStop();
    }

    /** Finishes the requests that are being answered, for some seconds at most, and stops. A second call does nothing. */
    @Override
    public void close() {
        server.close();
    }
}
