package io.counterfoil.benchmarks.bulk;

import io.counterfoil.benchmarks.http.Wire;
import io.counterfoil.ids.generator.UuidV7;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Posts many transactions to a new ledger each time, and verifies by its balance that each was posted once. */
final class LedgerClient {

    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final Pattern BALANCE = Pattern.compile("\"balance\":(\\d+)");

    private final int port;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    LedgerClient(int port) {
        this.port = port;
    }

    String newLedger() throws IOException {
        try (Wire wire = new Wire(port)) {
            String body = "{\"idempotency_key\":\"" + key() + "\",\"unit\":\"usd_cents\"}";
            Wire.Answer answer = wire.send(Wire.request("POST", "/v1/ledgers", "", body));
            Matcher id = ID.matcher(answer.body());
            if (answer.status() != 201 || !id.find()) {
                throw new IllegalStateException("opening a ledger failed: " + answer.head() + answer.body());
            }
            return id.group(1);
        }
    }

    void batch(int items) throws IOException {
        String ledger = newLedger();
        StringBuilder body = new StringBuilder(items * 100)
                .append("{\"idempotency_key\":\"" + key() + "\",\"mode\":\"all_or_nothing\",\"transactions\":[");
        for (int i = 0; i < items; i++) {
            body.append(i == 0 ? "" : ",").append("{\"quantity\":1,\"reference_id\":\"" + key() + "\"}");
        }
        try (Wire wire = new Wire(port)) {
            Wire.Answer answer = wire.send(Wire.request(
                    "POST",
                    "/v1/ledgers/" + ledger + "/transaction-batches",
                    "",
                    body.append("]}").toString()));
            require(answer.status() == 201, answer.head() + answer.body());
        }
        requireBalance(ledger, items);
    }

    void singles(int items, int connections) throws Exception {
        String ledger = newLedger();
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            List<Callable<@Nullable Void>> parts = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                int part = items / connections + (i < items % connections ? 1 : 0);
                parts.add(() -> singles(ledger, part));
            }
            for (Future<@Nullable Void> part : threads.invokeAll(parts)) {
                part.get();
            }
        } finally {
            threads.shutdown();
        }
        requireBalance(ledger, items);
    }

    private @Nullable Void singles(String ledger, int items) throws IOException {
        try (Wire wire = new Wire(port)) {
            for (int i = 0; i < items; i++) {
                String body =
                        "{\"idempotency_key\":\"" + key() + "\",\"quantity\":1,\"reference_id\":\"" + key() + "\"}";
                Wire.Answer answer =
                        wire.send(Wire.request("POST", "/v1/ledgers/" + ledger + "/transactions", "", body));
                require(answer.status() == 201, answer.head() + answer.body());
            }
        }
        return null;
    }

    /** Imports a file, from the first byte sent to the response that the import has ended. */
    void importOf(int rows) throws IOException, InterruptedException {
        String ledger = newLedger();
        Path file = file(rows);
        try {
            String query = "/v1/imports?idempotency_key=" + key() + "&ledger_id=" + ledger;
            HttpResponse<String> taken = http.send(
                    HttpRequest.newBuilder(uri(query))
                            .header("Content-Type", "text/csv")
                            .POST(HttpRequest.BodyPublishers.ofFile(file))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            require(taken.statusCode() == 202, taken.body());
            URI place = uri(taken.headers().firstValue("Location").orElseThrow());
            String state;
            do {
                state = http.send(
                                HttpRequest.newBuilder(place)
                                        .header("Prefer", "wait=30")
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body();
            } while (state.contains("\"finished_at\":null"));
            require(state.contains("\"state\":\"succeeded\""), state);
        } finally {
            Files.delete(file);
        }
        requireBalance(ledger, rows);
    }

    /** Writes a file with a quantity of 1 and a name in each row, readable for all users. */
    static Path file(int rows) throws IOException {
        StringBuilder csv = new StringBuilder(rows * 40).append("quantity,reference_id\n");
        for (int i = 0; i < rows; i++) {
            csv.append("1,").append(key()).append('\n');
        }
        Path file = Files.createTempFile("counterfoil-bench", ".csv");
        Files.writeString(file, csv);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        return file;
    }

    private void requireBalance(String ledger, long expected) throws IOException {
        try (Wire wire = new Wire(port)) {
            Wire.Answer answer = wire.send(Wire.request("GET", "/v1/ledgers/" + ledger, "", ""));
            Matcher balance = BALANCE.matcher(answer.body());
            require(balance.find() && Long.parseLong(balance.group(1)) == expected, answer.body());
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static String key() {
        return UuidV7.next().toString();
    }

    private static void require(boolean asItShouldBe, String said) {
        if (!asItShouldBe) {
            throw new IllegalStateException("unexpected response of the ledger: " + said);
        }
    }
}
