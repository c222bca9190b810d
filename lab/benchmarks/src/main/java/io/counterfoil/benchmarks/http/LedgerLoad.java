package io.counterfoil.benchmarks.http;

import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.ids.generator.UuidV7;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The requests to the ledger: deposits with and without a key in the header, each thread with its own ledger; replays
 * of deposits; and reads of a ledger, for the cost of HTTP alone. Each response is checked.
 */
final class LedgerLoad {

    static final String UNKEYED = "deposit, without a key";
    static final String KEYED = "deposit, with a key";
    static final String REPLAYED = "replay of a deposit";
    static final String LOOK = "read of a ledger";

    private static final int REPLAYED_KEYS = 1000;
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    private final int port;
    private final List<String> ledgers = new ArrayList<>();
    private final List<byte[]> sent = new ArrayList<>();
    private final AtomicInteger nextLedger = new AtomicInteger();
    private final AtomicLong deposits = new AtomicLong();
    private final ThreadLocal<Place> place = ThreadLocal.withInitial(this::place);

    private record Place(Wire wire, String ledger) {}

    /** Opens the ledgers, and makes the deposits that will be replayed. */
    LedgerLoad(int port, int threads) throws IOException {
        this.port = port;
        try (Wire wire = new Wire(port)) {
            for (int i = 0; i < threads; i++) {
                String body = "{\"idempotency_key\":\"" + key() + "\",\"unit\":\"usd_cents\",\"initial_deposit\":1}";
                ledgers.add(id(wire.send(Wire.request("POST", "/v1/ledgers", "", body))));
                deposits.incrementAndGet();
            }
            for (int i = 0; i < REPLAYED_KEYS; i++) {
                byte[] deposit = deposit(ledgers.get(i % ledgers.size()), keyHeader());
                require(wire.send(deposit), 201, "Idempotency-Replayed: false");
                sent.add(deposit);
                deposits.incrementAndGet();
            }
        }
    }

    Map<String, Load.Request> requests() {
        Map<String, Load.Request> requests = new LinkedHashMap<>();
        requests.put(UNKEYED, () -> {
            Place here = place.get();
            require(here.wire().send(deposit(here.ledger(), "")), 201, "");
            deposits.incrementAndGet();
        });
        requests.put(KEYED, () -> {
            Place here = place.get();
            require(here.wire().send(deposit(here.ledger(), keyHeader())), 201, "Idempotency-Replayed: false");
            deposits.incrementAndGet();
        });
        requests.put(REPLAYED, () -> {
            byte[] again = sent.get(ThreadLocalRandom.current().nextInt(sent.size()));
            require(place.get().wire().send(again), 201, "Idempotency-Replayed: true");
        });
        requests.put(LOOK, () -> {
            Place here = place.get();
            require(here.wire().send(Wire.request("GET", "/v1/ledgers/" + here.ledger(), "", "")), 200, "");
        });
        return requests;
    }

    /**
     * Checks the balances.
     *
     * @throws IllegalStateException if the ledgers' balances differ from the number of confirmed deposits
     */
    void requireBalances() throws IOException {
        long found = 0;
        try (Wire wire = new Wire(port)) {
            for (String ledger : ledgers) {
                Wire.Answer answer = wire.send(Wire.request("GET", "/v1/ledgers/" + ledger, "", ""));
                Matcher balance = Pattern.compile("\"balance\":(\\d+)").matcher(answer.body());
                require(answer, 200, "");
                found += balance.find() ? Long.parseLong(balance.group(1)) : 0;
            }
        }
        if (found != deposits.get()) {
            throw new IllegalStateException(
                    "the ledgers contain %,d, and %,d deposits of 1 were confirmed".formatted(found, deposits.get()));
        }
    }

    private Place place() {
        try {
            return new Place(new Wire(port), ledgers.get(nextLedger.getAndIncrement() % ledgers.size()));
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static byte[] deposit(String ledger, String keyHeader) {
        String body = "{\"idempotency_key\":\"" + key() + "\",\"quantity\":1}";
        return Wire.request("POST", "/v1/ledgers/" + ledger + "/transactions", keyHeader, body);
    }

    private static String keyHeader() {
        return "Idempotency-Key: \"" + key() + "\"\r\n";
    }

    private static String key() {
        return UuidV7.next().toString();
    }

    private static String id(Wire.Answer answer) {
        Matcher id = ID.matcher(answer.body());
        if (answer.status() != 201 || !id.find()) {
            throw new IllegalStateException("opening a ledger failed: " + answer.status() + " " + answer.body());
        }
        return id.group(1);
    }

    private static void require(Wire.Answer answer, int status, String line) {
        if (answer.status() != status || !answer.head().contains(line)) {
            throw new IllegalStateException(
                    "expected %d %s, got %s%s".formatted(status, line, answer.head(), answer.body()));
        }
    }
}
