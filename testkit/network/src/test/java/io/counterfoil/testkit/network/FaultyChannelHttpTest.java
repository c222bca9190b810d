package io.counterfoil.testkit.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class FaultyChannelHttpTest {

    private static final int CLIENTS = 8;
    private static final int REQUESTS = 250;

    static {
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    @Test
    void concurrentClients_meetExactlyTheFaultsThatAreCounted() throws Exception {
        AtomicLong handled = new AtomicLong();
        HttpServer server = server(handled);
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        FaultPlan plan = FaultPlan.random(
                20260301,
                Fault.loseRequest().at(0.1),
                Fault.loseResponse().at(0.1),
                Fault.truncateResponse(30).at(0.1));
        try (FaultyChannel channel =
                FaultyChannel.open("127.0.0.1", server.getAddress().getPort(), plan)) {
            HttpClient http = HttpClient.newHttpClient();
            List<Future<Integer>> failures = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                failures.add(clients.submit(failuresOf(http, channel)));
            }
            long failed = 0;
            for (Future<Integer> each : failures) {
                failed += each.get();
            }

            long requestsLost = channel.happened(Fault.Kind.REQUEST_LOST);
            long responsesLost = channel.happened(Fault.Kind.RESPONSE_LOST);
            long truncated = channel.happened(Fault.Kind.RESPONSE_TRUNCATED);
            assertThat(List.of(requestsLost, responsesLost, truncated)).allMatch(n -> n > 100);
            assertThat(channel.exchanges()).isEqualTo(CLIENTS * REQUESTS);
            assertThat(failed).isEqualTo(requestsLost + responsesLost + truncated);
            assertThat(handled.get()).isEqualTo(CLIENTS * REQUESTS - requestsLost);
        } finally {
            clients.shutdownNow();
            server.stop(0);
        }
    }

    private static Callable<Integer> failuresOf(HttpClient http, FaultyChannel channel) {
        return () -> {
            int failed = 0;
            HttpRequest request = HttpRequest.newBuilder(channel.uri("/"))
                    .POST(BodyPublishers.ofString("a body"))
                    .build();
            for (int i = 0; i < REQUESTS; i++) {
                try {
                    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
                    assertThat(response.body()).isEqualTo("the response");
                } catch (IOException fault) {
                    failed++;
                }
            }
            return failed;
        };
    }

    private static HttpServer server(AtomicLong handled) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                handled.incrementAndGet();
                byte[] body = RawServer.ascii("the response");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        return server;
    }
}
