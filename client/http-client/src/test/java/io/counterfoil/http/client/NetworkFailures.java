package io.counterfoil.http.client;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.ReservedPort;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.condition.OS;

/** Provokes each kind of failure on the way from a client to a server, by the name that the guide has for it. */
final class NetworkFailures {

    private static final String LOOPBACK = "127.0.0.1";
    private static final int LARGE = 8 * 1024 * 1024;
    private static final int MORE_THAN_WAIT = 8;

    private final Map<String, Setup> setups = new LinkedHashMap<>();

    private NetworkFailures(SelfSigned certificate) {
        setups.put("The server's name has no address", open -> open.to("http://nowhere.invalid/"));
        setups.put(
                "A connection is refused",
                open -> open.to(open.closing(ReservedPort.any()).uri()));
        setups.put("No connection within the connect time-out", NetworkFailures::connectTimeout);
        setups.put("The server's certificate is not trusted", open -> {
            FailingServer server = open.closing(FailingServer.on(certificate.listen(), FailingServer::readHeader));
            open.to("https", server.port());
        });
        setups.put("The server refuses the client's certificate", open -> {
            FailingServer server =
                    open.closing(FailingServer.on(certificate.listenToCertified(), FailingServer::readHeader));
            open.by(HttpClient.newBuilder().sslContext(certificate.trusted())).to("https", server.port());
        });
        setups.put(
                "The connection ends during the TLS handshake",
                open -> open.to(
                        "https",
                        open.serving(connection -> connection.getInputStream().read())));
        setups.put(
                "TLS to a port that expects plain HTTP",
                open -> open.to("https", open.serving(connection -> {
                    connection.getInputStream().read();
                    FailingServer.write(connection, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
                })));
        setups.put("Plain HTTP to a port that expects TLS", open -> {
            FailingServer server = open.closing(FailingServer.on(certificate.listen(), FailingServer::readHeader));
            open.to("http", server.port());
        });
        setups.put("The connection is reset while the request is sent", open -> {
            open.body(new byte[LARGE]);
            open.to("http", open.serving(connection -> {
                connection.getInputStream().read();
                FailingServer.resetAtClose(connection);
            }));
        });
        setups.put(
                "The connection is reset before a response",
                open -> open.to("http", open.serving(connection -> {
                    FailingServer.readHeader(connection);
                    connection.getInputStream().readNBytes(2);
                    FailingServer.resetAtClose(connection);
                })));
        setups.put(
                "The response is incomplete",
                open -> open.to("http", open.serving(connection -> {
                    FailingServer.readHeader(connection);
                    FailingServer.write(connection, "HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\nhalf");
                })));
        setups.put("No complete response within the attempt's time-out", open -> {
            open.policy = policy -> policy.withAttemptTimeout(Duration.ofMillis(100));
            // Answers nothing until the client ends the connection.
            open.to(
                    "http",
                    open.serving(connection -> connection.getInputStream().readAllBytes()));
        });
        setups.put("The response is larger than the limit", open -> {
            ScriptedServer server =
                    open.closing(ScriptedServer.answering(request -> ScriptedReply.of(201, "too large")));
            open.settings.responseBodyLimit(1);
            open.to(server.uri());
        });
        setups.put("A redirect: 301, 302, 303, 307, 308", NetworkFailures::redirect);
        setups.put("A proxy responds 407", open -> open.through(proxyAnswering(407), "http"));
        setups.put("A proxy responds 407 to CONNECT", open -> open.through(proxyAnswering(407), "https"));
        setups.put("A proxy refuses CONNECT by another status", open -> open.through(proxyAnswering(403), "https"));
        setups.put(
                "A proxy cannot be reached",
                open -> open.by(proxyAt(open.closing(ReservedPort.any()).number()))
                        .to("https://shop.invalid/"));
        setups.put("A proxy ends the connection", open -> open.through(FailingServer::readHeader, "https"));
    }

    static NetworkFailures in(Path directory) throws Exception {
        return new NetworkFailures(SelfSigned.in(directory));
    }

    Set<String> names() {
        return setups.keySet();
    }

    Provoked provoke(String name) throws Exception {
        Provoked provoked = new Provoked();
        try {
            Objects.requireNonNull(setups.get(name), name).prepare(provoked);
            return provoked;
        } catch (Exception failed) {
            provoked.close();
            throw failed;
        }
    }

    /** A full queue of connections that no thread accepts: the system answers no further ones. */
    private static void connectTimeout(Provoked open) throws Exception {
        assumeFalse(OS.WINDOWS.isCurrentOs(), "Windows refuses connections beyond a full queue");
        ServerSocket full = open.closing(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        for (int i = 0; i < MORE_THAN_WAIT; i++) {
            SocketChannel waiting = open.closing(SocketChannel.open());
            waiting.configureBlocking(false);
            waiting.connect(full.getLocalSocketAddress());
        }
        open.by(HttpClient.newBuilder().connectTimeout(Duration.ofMillis(100))).to("http", full.getLocalPort());
    }

    private static void redirect(Provoked open) throws Exception {
        ScriptedServer elsewhere = open.closing(ScriptedServer.answering(request -> ScriptedReply.of(201, "executed")));
        List<Integer> statuses = List.of(301, 302, 303, 307, 308);
        ScriptedServer server = open.closing(ScriptedServer.answering(request -> ScriptedReply.of(
                        statuses.get(Integer.parseInt(request.path().substring(1))), "")
                .with("Location", elsewhere.uri().toString())));
        for (int i = 1; i < statuses.size(); i++) {
            IdempotentClient.builder()
                    .build()
                    .send(RetryableRequest.post(server.uri().resolve("/" + i)).build());
        }
        open.leaked = () -> !elsewhere.seen().isEmpty();
        open.to(server.uri().resolve("/0").toString());
    }

    private static FailingServer.Behaviour proxyAnswering(int status) {
        return connection -> {
            FailingServer.readHeader(connection);
            FailingServer.write(
                    connection,
                    "HTTP/1.1 %s Refused\r\nProxy-Authenticate: Basic realm=\"proxy\"\r\nContent-Length: 0\r\n\r\n"
                            .formatted(status));
        };
    }

    private static HttpClient.Builder proxyAt(int port) {
        return HttpClient.newBuilder()
                .proxy(ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    }

    private interface Setup {

        void prepare(Provoked open) throws Exception;
    }

    /** A client and a request that fails. */
    static final class Provoked implements AutoCloseable {

        private final List<AutoCloseable> opened = new ArrayList<>();
        private final IdempotentClient.Builder settings = IdempotentClient.builder();
        private UnaryOperator<RetryPolicy> policy = UnaryOperator.identity();
        private BooleanSupplier leaked = () -> false;
        private byte[] body = {'{', '}'};
        private URI target = URI.create("http://nowhere.invalid/");

        IdempotentClient.Builder settings() {
            return settings;
        }

        RetryPolicy policy(RetryPolicy usual) {
            return policy.apply(usual);
        }

        RetryableRequest request() {
            return RetryableRequest.post(target).body(body, "application/json").build();
        }

        /** Whether a server has received what was not meant for it. */
        boolean leaked() {
            return leaked.getAsBoolean();
        }

        private <T extends AutoCloseable> T closing(T resource) {
            opened.add(0, resource);
            return resource;
        }

        private int serving(FailingServer.Behaviour behaviour) throws Exception {
            return closing(FailingServer.that(behaviour)).port();
        }

        private Provoked by(HttpClient.Builder http) {
            settings.httpClient(http.build());
            return this;
        }

        private void through(FailingServer.Behaviour proxy, String scheme) throws Exception {
            by(proxyAt(serving(proxy))).to(scheme + "://shop.invalid/");
        }

        private void body(byte[] bytes) {
            body = bytes;
        }

        private void to(String scheme, int port) {
            to(scheme + "://" + LOOPBACK + ":" + port + "/");
        }

        private void to(String uri) {
            to(URI.create(uri));
        }

        private void to(URI uri) {
            target = uri;
        }

        @Override
        public void close() throws IOException {
            for (AutoCloseable resource : opened) {
                try {
                    resource.close();
                } catch (IOException | RuntimeException failed) {
                    throw failed;
                } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                }
            }
        }
    }
}
