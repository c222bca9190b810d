package io.counterfoil.ledger.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.retry.RetryPolicy;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TrafficTest {

    private static final int TRANSFERS = 3;

    private final AtomicBoolean down = new AtomicBoolean(true);
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    @Test
    @Tag("RQ-13")
    void abandonedTransfer_isResentUnderItsKey_beforeCountingAsLost() throws Exception {
        HttpServer service = service();
        try (Progress progress = Progress.start(new PrintWriter(Writer.nullWriter()), false, 0, Killer.harmless())) {
            URI address = URI.create("http://127.0.0.1:" + service.getAddress().getPort());
            Traffic traffic = new Traffic(
                    IdempotentClient.builder()
                            .httpClient(HttpClient.newHttpClient())
                            .retryPolicy(RetryPolicy.DEFAULT
                                    .withMaxAttempts(1)
                                    .withBackoff(Duration.ofMillis(1), Duration.ofMillis(1)))
                            .build(),
                    address::resolve,
                    new Transfers("run", List.of("ledger"), 1, TRANSFERS, () -> false),
                    progress);

            traffic.send();
            List<String> givenUp = List.copyOf(asked);
            assertThat(traffic.told()).isEmpty();
            down.set(false);
            asked.clear();
            traffic.resolve();

            assertThat(traffic.told())
                    .hasSize(TRANSFERS)
                    .allSatisfy(told -> assertThat(told.kind()).isEqualTo(TransferOutcome.Kind.EXECUTED));
            assertThat(asked).isEqualTo(givenUp).doesNotHaveDuplicates();
        } finally {
            service.stop(0);
        }
    }

    /** Answers nothing that a client can go by, until it is up; keeps each request's key, header or body. */
    private HttpServer service() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(exchange.getRequestHeaders().getFirst("Idempotency-Key") + " " + body);
            exchange.sendResponseHeaders(down.get() ? 503 : 201, -1);
            exchange.close();
        });
        server.start();
        return server;
    }
}
