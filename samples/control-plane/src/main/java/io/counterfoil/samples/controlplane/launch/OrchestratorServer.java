package io.counterfoil.samples.controlplane.launch;

import io.counterfoil.ledger.launch.ConnectionSettings;
import io.counterfoil.ledger.launch.LaunchException;
import io.counterfoil.samples.controlplane.ControlPlaneApplication;
import io.counterfoil.samples.controlplane.orchestrator.Changes;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.NestedExceptionUtils;

/**
 * The orchestrator, listening on 127.0.0.1 from {@link #start} until {@link #close}. It registers no shutdown hook: who starts it closes
 * it, before its database and its broker. Thread-safe.
 */
public final class OrchestratorServer implements Closeable {

    private static final String HOST = "127.0.0.1";

    private final ConfigurableApplicationContext context;
    private final CountDownLatch stopped;

    private OrchestratorServer(ConfigurableApplicationContext context, CountDownLatch stopped) {
        this.context = context;
        this.stopped = stopped;
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
        CountDownLatch stopped = new CountDownLatch(1);
        SpringApplication application = new SpringApplication(ControlPlaneApplication.class);
        application.addListeners((ApplicationListener<ContextClosedEvent>) closed -> stopped.countDown());
        application.addInitializers(context -> {
            context.getBeanFactory().registerSingleton("broker", neighbours.broker());
            context.getBeanFactory().registerSingleton("controllers", neighbours.controllers());
            context.getBeanFactory().registerSingleton("changes", neighbours.changes());
        });
        application.setRegisterShutdownHook(false);
        application.setMainApplicationClass(ControlPlaneApplication.class);
        application.setDefaultProperties(properties(port, database, data, neighbours.broker()));
        try {
            // Its settings have a name of their own, because the ledger's are on the class path too.
            return new OrchestratorServer(application.run("--spring.config.name=control-plane"), stopped);
        } catch (RuntimeException failure) {
            throw failure(port, failure);
        }
    }

    private static Map<String, Object> properties(int port, ConnectionSettings database, Path data, Broker broker) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("server.address", HOST);
        properties.put("server.port", port);
        properties.put("spring.datasource.url", database.jdbcUrl());
        properties.put("spring.datasource.username", String.valueOf(database.username()));
        properties.put("spring.datasource.password", String.valueOf(database.password()));
        properties.put("control-plane.broker", broker.uri().toString());
        properties.put("control-plane.journal", data.resolve("journal").toString());
        properties.put(
                "logging.file.name",
                data.resolve("logs").resolve("orchestrator.log").toString());
        return properties;
    }

    /**
     * Sees whether a port can be listened on, so that a start fails before anything was started for nothing.
     *
     * @throws LaunchException when it cannot
     */
    static void requireFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        } catch (IOException taken) {
            throw new LaunchException(
                    "port %d cannot be used: %s; choose another with --port".formatted(port, taken.getMessage()),
                    taken);
        }
    }

    /** Where it answers, without a slash at the end. */
    public URI url() {
        return URI.create("http://" + HOST + ":" + context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    /** Part of it. @throws org.springframework.beans.BeansException where there is none of that type */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Blocks until it has been stopped. */
    void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** Finishes the requests that are being answered, for some seconds at most, and stops. A second call does nothing. */
    @Override
    public void close() {
        context.close();
    }

    private static LaunchException failure(int port, RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof PortInUseException) {
                return new LaunchException("port %d is in use; choose another with --port".formatted(port), thrown);
            }
        }
        return new LaunchException(
                "the orchestrator did not start: "
                        + NestedExceptionUtils.getMostSpecificCause(thrown).getMessage(),
                thrown);
    }
}
