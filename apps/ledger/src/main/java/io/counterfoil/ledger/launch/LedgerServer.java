package io.counterfoil.ledger.launch;

import io.counterfoil.ledger.LedgerApplication;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.samples.support.web.LocalServer;
import java.io.Closeable;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;

/**
 * The ledger service, listening on 127.0.0.1 from {@link #start} until {@link #close}. Thread-safe.
 *
 * <p>It registers no shutdown hook: who starts it closes it, before its database.
 */
public final class LedgerServer implements Closeable {

    private final LocalServer server;

    private LedgerServer(LocalServer server) {
        this.server = server;
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
        SpringApplication application = new SpringApplication(LedgerApplication.class);
        application.setMainApplicationClass(LedgerApplication.class);
        application.setDefaultProperties(Map.copyOf(defaults));
        // Not said where it is false, so that the service's other settings can say so.
        List<String> arguments = apiKeys ? List.of("--ledger.api-keys.enabled=true") : List.of();
        return new LedgerServer(LocalServer.start("the service", application, port, database, arguments));
    }

    /** Where the service answers, without a slash at the end. */
    public URI url() {
        return server.url();
    }

    /** Blocks until the service has been stopped. */
    void awaitStop() throws InterruptedException {
        server.awaitStop();
    }

    /** Finishes the requests that are being answered, for some seconds at most, and stops. A second call does nothing. */
    @Override
    public void close() {
        server.close();
    }
}
