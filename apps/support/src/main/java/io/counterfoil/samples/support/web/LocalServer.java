package io.counterfoil.samples.support.web;

import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.launch.LaunchException;
import java.io.Closeable;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/**
 * A Spring application that listens on 127.0.0.1 from {@link #start} until {@link #close}. Thread-safe.
 *
 * <p>It registers no shutdown hook: the caller of {@link #start} must close it, before its database.
 */
public final class LocalServer implements Closeable {

    private static final String HOST = "127.0.0.1";

    private final ConfigurableApplicationContext context;
    private final CountDownLatch stopped;

    private LocalServer(ConfigurableApplicationContext context, CountDownLatch stopped) {
        this.context = context;
        this.stopped = stopped;
    }

    /**
     * Starts an application, and returns when it accepts requests.
     *
     * @param name the name of the application in error messages
     * @param port 0 selects a free port
     * @param database a database that accepts connections
     * @param arguments additional arguments, as {@code --name=value}
     * @throws LaunchException if the port is in use, or the application does not start for another reason
     */
    public static LocalServer start(
            String name, SpringApplication application, int port, ConnectionSettings database, List<String> arguments) {
        CountDownLatch stopped = new CountDownLatch(1);
        application.addListeners((ApplicationListener<ContextClosedEvent>) closed -> stopped.countDown());
        application.setRegisterShutdownHook(false);
        List<String> all = arguments(port, database);
        all.addAll(arguments);
        try {
            return new LocalServer(application.run(all.toArray(String[]::new)), stopped);
        } catch (RuntimeException e) {
            throw failure(name, port, e);
        }
    }

    private static List<String> arguments(int port, ConnectionSettings database) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.address=" + HOST, "--server.port=" + port, "--spring.datasource.url=" + database.jdbcUrl()));
        if (database.username() != null) {
            arguments.add("--spring.datasource.username=" + database.username());
        }
        if (database.password() != null) {
            arguments.add("--spring.datasource.password=" + database.password());
        }
        return arguments;
    }

    private static LaunchException failure(String name, int port, RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof PortInUseException) {
                return LocalPort.inUse(port, thrown);
            }
        }
        return new LaunchException(name + " did not start: " + LaunchException.reason(thrown), thrown);
    }

    /** The base URL, without a slash at the end. */
    public URI url() {
        return URI.create("http://" + HOST + ":" + context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    /**
     * A bean of this type.
     *
     * @throws org.springframework.beans.BeansException if there is none
     */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Blocks until the server has been stopped. */
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** Completes the requests in progress, for at most some seconds, and stops. Idempotent. */
    @Override
    public void close() {
        context.close();
    }
}
