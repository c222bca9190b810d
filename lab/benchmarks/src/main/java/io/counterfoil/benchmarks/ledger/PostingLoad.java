package io.counterfoil.benchmarks.ledger;

import io.counterfoil.benchmarks.http.Wire;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.ids.generator.UuidV7;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests to one service: each thread has its connection and a ledger. Each response is checked. */
final class PostingLoad {

    private static final int DUPLICATES = 1000;
    private static final int BATCHES = 2;
    private static final int ITEMS = 10_000;
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    private final int port;
    private final List<String> ledgers;
    private final List<byte[]> sent = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final ThreadLocal<Place> place = ThreadLocal.withInitial(this::place);

    private record Place(Wire wire, String ledger) {}

    /** @param ledgers how the service names the ledgers in its paths, such as {@code /v1/ledgers/ldg_…} */
    PostingLoad(int port, List<String> ledgers) {
        this.port = port;
        this.ledgers = ledgers;
    }

    /** A load of the ledger's own API, which opens this many ledgers, and posts so much that reading a table as a whole shows. */
    static PostingLoad ofLedger(int port, int count) throws IOException {
        List<String> ledgers = new ArrayList<>();
        try (Wire wire = new Wire(port)) {
            for (int i = 0; i < count + BATCHES; i++) {
                String body = "{\"idempotency_key\":\"" + key() + "\",\"unit\":\"usd_cents\"}";
                Wire.Answer opened = require(wire.send(Wire.request("POST", "/v1/ledgers", "", body)), 201, "");
                ledgers.add("/v1/ledgers/" + id(opened));
            }
            for (String ledger : ledgers.subList(count, count + BATCHES)) {
                StringBuilder items = new StringBuilder();
                for (int i = 0; i < ITEMS; i++) {
                    items.append(i == 0 ? "" : ",").append("{\"quantity\":1,\"idempotency_key\":\"" + key() + "\"}");
                }
                String body = "{\"idempotency_key\":\"%s\",\"mode\":\"per_item\",\"transactions\":[%s]}"
                        .formatted(key(), items);
                require(wire.send(Wire.request("POST", ledger + "/transaction-batches", "", body)), 201, "");
            }
        }
        return new PostingLoad(port, ledgers.subList(0, count));
    }

    Load.Request posting() {
        return () -> post(place.get().ledger(), "");
    }

    Load.Request postingWithHeaderKey() {
        return () -> post(place.get().ledger(), "Idempotency-Key: \"" + key() + "\"\r\n");
    }

    /** All threads post to one ledger. */
    Load.Request postingToOneLedger() {
        return () -> post(ledgers.get(0), "");
    }

    private void post(String ledger, String header) throws IOException {
        require(place.get().wire().send(posting(ledger, header)), 201, "Idempotency-Replayed: false");
    }

    /** Duplicates of postings that are made now. */
    Load.Request duplicate() throws IOException {
        try (Wire wire = new Wire(port)) {
            for (int i = 0; i < DUPLICATES; i++) {
                byte[] posting = posting(ledgers.get(i % ledgers.size()), "");
                require(wire.send(posting), 201, "Idempotency-Replayed: false");
                sent.add(posting);
            }
        }
        return () -> require(
                place.get().wire().send(sent.get(ThreadLocalRandom.current().nextInt(sent.size()))),
                201,
                "Idempotency-Replayed: true");
    }

    Load.Request look() {
        return () ->
                require(place.get().wire().send(Wire.request("GET", place.get().ledger(), "", "")), 200, "");
    }

    /** A method that the path does not have: what HTTP costs alone. */
    Load.Request methodNotAllowed() {
        return () ->
                require(place.get().wire().send(Wire.request("PUT", place.get().ledger(), "", "{}")), 405, "");
    }

    private Place place() {
        try {
            return new Place(new Wire(port), ledgers.get(next.getAndIncrement() % ledgers.size()));
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static byte[] posting(String ledger, String header) {
        return Wire.request(
                "POST", ledger + "/transactions", header, "{\"idempotency_key\":\"" + key() + "\",\"quantity\":1}");
    }

    private static String id(Wire.Answer opened) {
        Matcher id = ID.matcher(opened.body());
        if (!id.find()) {
            throw new IllegalStateException("no ID in " + opened.body());
        }
        return id.group(1);
    }

    private static String key() {
        return UuidV7.next().toString();
    }

    private static Wire.Answer require(Wire.Answer answer, int status, String line) {
        if (answer.status() != status || !answer.head().contains(line)) {
            throw new IllegalStateException(
                    "expected %d %s, got %s%s".formatted(status, line, answer.head(), answer.body()));
        }
        return answer;
    }
}
