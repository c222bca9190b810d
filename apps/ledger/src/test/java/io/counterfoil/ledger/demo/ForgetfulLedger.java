package io.counterfoil.ledger.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers as a ledger does, and gets it wrong: a duplicate is carried out like everything else. */
final class ForgetfulLedger implements AutoCloseable {

    private static final String LEDGERS = "/v1/ledgers";

    private final JsonMapper json = new JsonMapper();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final IntPredicate kept;
    private final AtomicInteger received = new AtomicInteger();
    private final Map<String, Queue<JsonNode>> ledgers = new ConcurrentHashMap<>();

    private ForgetfulLedger(IntPredicate kept) throws IOException {
        this.kept = kept;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext(LEDGERS, exchange -> {
            try (exchange) {
                answer(exchange);
            }
        });
        server.start();
    }

    static ForgetfulLedger thatKnowsNoKeys() throws IOException {
        return new ForgetfulLedger(number -> true);
    }

    static ForgetfulLedger thatLosesEveryTenth() throws IOException {
        return new ForgetfulLedger(number -> number % 10 != 0);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        boolean post = exchange.getRequestMethod().equals("POST");
        String path = exchange.getRequestURI().getPath();
        JsonNode body = json.readTree(exchange.getRequestBody().readAllBytes());
        String text;
        if (path.equals(LEDGERS)) {
            String id = "ldg_" + ledgers.size();
            ledgers.put(id, new ConcurrentLinkedQueue<>());
            keep(
                    id,
                    json.createObjectNode()
                            .put("quantity", body.path("initial_deposit").asLong()));
            text = json.createObjectNode().put("id", id).toString();
        } else if (path.endsWith("/transactions")) {
            String id = path.substring(LEDGERS.length() + 1, path.lastIndexOf('/'));
            if (post && kept.test(received.incrementAndGet())) {
                keep(id, body);
            }
            text = "{\"items\":" + transactions(id) + ",\"next\":null}";
        } else {
            long balance = transactions(path.substring(LEDGERS.length() + 1)).stream()
                    .mapToLong(one -> one.path("quantity").asLong())
                    .sum();
            text = json.createObjectNode().put("balance", balance).toString();
        }
        byte[] bytes = text.getBytes(UTF_8);
        exchange.sendResponseHeaders(post ? 201 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void keep(String ledger, JsonNode transaction) {
        transactions(ledger).add(transaction);
    }

    private Queue<JsonNode> transactions(String ledger) {
        return requireNonNull(ledgers.get(ledger), ledger);
    }
}
