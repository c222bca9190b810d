package io.counterfoil.cli.console;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the page of the console on 127.0.0.1, and passes what it asks for on to services. Everything is below an address with a secret, which other
 * pages of the browser and other users of the machine do not know; other names of the host, and what another site's page sends, are refused.
 * Thread-safe.
 */
final class ConsoleServer implements AutoCloseable {

    private static final int THREADS = 8;
    private static final int SECRET_BYTES = 16;
    private static final Set<String> METHODS = Set.of("GET", "POST");

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final String prefix;
    private final ConsoleRoutes routes;

    private ConsoleServer(HttpServer server, ConsoleRoutes routes) {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        this.server = server;
        this.prefix = "/" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret) + "/";
        this.routes = routes;
    }

    /**
     * Starts.
     *
     * @param port 0 selects a free one
     * @throws ConsoleException when the port is in use
     */
    static ConsoleServer start(int port, ConsoleRoutes routes) {
        try {
            InetAddress loopback = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
            ConsoleServer console =
                    new ConsoleServer(HttpServer.create(new InetSocketAddress(loopback, port), 0), routes);
            console.server.createContext("/", console::handle);
            console.server.setExecutor(console.threads);
            console.server.start();
            return console;
        } catch (IOException failure) {
            throw new ConsoleException("cannot listen on port %s: %s".formatted(port, failure.getMessage()), failure);
        }
    }

    /** The address of the page, with its secret. */
    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + prefix);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            send(exchange, reply(exchange));
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException, InterruptedException {
        if (!isOwnHost(exchange)) {
            return Reply.problem(421, "unknown-host", "Unknown host", "the console is reached by 127.0.0.1 only");
        }
        String path = exchange.getRequestURI().getRawPath();
        if (!path.startsWith(prefix)) {
            return Reply.notFound();
        }
        if (!METHODS.contains(exchange.getRequestMethod())) {
            return Reply.problem(405, "method-not-allowed", "Method not allowed", "the page sends GET and POST only");
        }
        if (exchange.getRequestMethod().equals("POST") && isForeign(exchange.getRequestHeaders())) {
            return Reply.problem(403, "foreign-page", "Foreign page", "actions of other pages are not accepted");
        }
        return routes.reply(exchange, path.substring(prefix.length()));
    }

    private boolean isOwnHost(HttpExchange exchange) {
        return isOwn(String.valueOf(exchange.getRequestHeaders().getFirst("Host")));
    }

    private boolean isOwn(String authority) {
        int port = server.getAddress().getPort();
        return authority.equalsIgnoreCase("127.0.0.1:" + port) || authority.equalsIgnoreCase("localhost:" + port);
    }

    /** Browsers say at least one of the two; what says neither is no browser, and knows the secret. */
    private boolean isForeign(Headers headers) {
        return !headers.getOrDefault("Sec-Fetch-Site", List.of()).stream().allMatch("same-origin"::equals)
                || !headers.getOrDefault("Origin", List.of()).stream()
                        .allMatch(
                                origin -> origin.startsWith("http://") && isOwn(origin.substring("http://".length())));
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Type", reply.type());
        if (!reply.hasOwnPolicy()) {
            headers.set("Content-Security-Policy", POLICY);
        }
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(reply.status(), reply.length() == 0 ? -1 : reply.length());
        reply.writeTo(exchange.getResponseBody());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
