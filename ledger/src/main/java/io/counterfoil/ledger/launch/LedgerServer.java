package io.counterfoil.ledger.launch;

import io.counterfoil.ledger.LedgerApplication;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/**
 * The ledger service, listening on 127.0.0.1 from {@link #start} until {@link #close}. Thread-safe.
 *
 * <p>It registers no shutdown hook: who starts it closes it, before its database.
 */
public final class LedgerServer implements Closeable {

    private static final String HOST = "127.0.0.1";

    private final ConfigurableApplicationContext context;
    private final CountDownLatch stopped;

    private LedgerServer(ConfigurableApplicationContext context, CountDownLatch stopped) {
        this.context = context;
        this.stopped = stopped;
    }

    /**
     * The same as {@link #start(int, ConnectionSettings, boolean, Map)}, with the service's own settings and no others.
     *
     * @throws LaunchException when the port is in use, or the service does not start for another reason
     */
    public static LedgerServer start(int port, ConnectionSettings database, boolean apiKeys) {
        return start(port, database, apiKeys, Map.of());
    }

    /**
     * Starts the service, and returns when it answers.
     *
     * @param port 0 for any free one
     * @param database must accept connections; its schema is brought up to date
     * @param apiKeys whether every client is asked for an API key; where false, the property {@code ledger.api-keys.enabled} says
     *     so, if any does
     * @param defaults properties that hold where nothing else sets them
     * @throws LaunchException when the port is in use, or the service does not start for another reason
     */
    public static LedgerServer start(
            int port, ConnectionSettings database, boolean apiKeys, Map<String, String> defaults) {
        CountDownLatch stopped = new CountDownLatch(1);
        SpringApplication application = new SpringApplication(LedgerApplication.class);
        application.addListeners((ApplicationListener<ContextClosedEvent>) closed -> stopped.countDown());
        application.setRegisterShutdownHook(false);
        application.setMainApplicationClass(LedgerApplication.class);
        application.setDefaultProperties(Map.copyOf(defaults));
        try {
            return new LedgerServer(application.run(arguments(port, database, apiKeys)), stopped);
        } catch (RuntimeException e) {
            throw failure(port, e);
        }
    }

    /**
     * Sees whether a port can be listened on, so that a start fails before a database was started for nothing.
     *
     * @throws LaunchException when it cannot
     */
    static void requireFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        } catch (BindException e) {
            boolean denied = LaunchException.reason(e).contains("Permission denied");
            throw denied ? portDenied(port, e) : portInUse(port, e);
        } catch (IOException e) {
            throw portDenied(port, e);
        }
    }

    /** Where the service answers, without a slash at the end. */
    public URI url() {
        return URI.create("http://" + HOST + ":" + context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    /** Blocks until the service has been stopped. */
    void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** Finishes the requests that are being answered, for some seconds at most, and stops. A second call does nothing. */
    @Override
    public void close() {
        context.close();
    }

    private static String[] arguments(int port, ConnectionSettings database, boolean apiKeys) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.address=" + HOST, "--server.port=" + port, "--spring.datasource.url=" + database.jdbcUrl()));
        if (apiKeys) {
            // Not said where it is false, so that the service's other settings can say so.
            arguments.add("--ledger.api-keys.enabled=true");
        }
        if (database.username() != null) {
            arguments.add("--spring.datasource.username=" + database.username());
        }
        if (database.password() != null) {
            arguments.add("--spring.datasource.password=" + database.password());
        }
        return arguments.toArray(String[]::new);
    }

    private static LaunchException failure(int port, RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof PortInUseException) {
                return portInUse(port, thrown);
            }
        }
        return new LaunchException("the service did not start: " + LaunchException.reason(thrown), thrown);
    }

    private static LaunchException portInUse(int port, Exception cause) {
        return new LaunchException("port %d is in use; choose another with --port".formatted(port), cause);
    }

    private static LaunchException portDenied(int port, Exception cause) {
        return new LaunchException(
                "port %d cannot be used: %s; choose another with --port".formatted(port, LaunchException.reason(cause)),
                cause);
    }
}
