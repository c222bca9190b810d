package io.counterfoil.ledger.demo;

import io.counterfoil.samples.support.launch.LaunchException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A direct connection to the service, without network faults: opens ledgers and reads their contents. Thread-safe.
 *
 * <p>Every call throws a {@link LaunchException} with a message of one line when the service does not answer as a
 * ledger.
 */
final class LedgerApi {

    /** The demo's client name: records of named clients are retained for longer. */
    static final String CLIENT = "demo";

    static final String CLIENT_HEADER = "X-Client-Name";

    private static final int PAGE = 1000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http;
    private final String service;
    private final JsonMapper json = new JsonMapper();

    /** @param service the service's address, with or without a trailing slash */
    LedgerApi(HttpClient http, URI service) {
        this.http = http;
        this.service = service.toString().replaceFirst("/+$", "");
    }

    /** Opens a ledger and returns its ID. */
    String open(String key, long deposit) throws InterruptedException {
        String body = json.createObjectNode()
                .put("idempotency_key", key)
                .put("unit", "usd_cents")
                .put("initial_deposit", deposit)
                .toString();
        HttpRequest.Builder request = request("/v1/ledgers").header("Content-Type", "application/json");
        return field(ask(request.POST(HttpRequest.BodyPublishers.ofString(body)), 201), "id")
                .asString();
    }

    /** The ledger's balance. */
    long balance(String ledger) throws InterruptedException {
        return field(ask(request("/v1/ledgers/" + ledger), 200), "balance").asLong();
    }

    /** All of the ledger's transactions that name a transfer. */
    List<Effect> effects(String ledger) throws InterruptedException {
        List<Effect> effects = new ArrayList<>();
        String path = "/v1/ledgers/" + ledger + "/transactions?limit=" + PAGE;
        JsonNode next;
        String after = "";
        do {
            JsonNode page = ask(request(path + after), 200);
            for (JsonNode transaction : field(page, "items")) {
                int intention = transaction.path("metadata").path("intention").asInt(Effect.NONE);
                if (intention != Effect.NONE) {
                    effects.add(
                            new Effect(intention, field(transaction, "quantity").asLong()));
                }
            }
            next = field(page, "next");
            after = "&after=" + next.asString("");
        } while (!next.isNull());
        return effects;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(service + path))
                .timeout(PATIENCE)
                .header(CLIENT_HEADER, CLIENT);
    }

    private JsonNode ask(HttpRequest.Builder asked, int expected) throws InterruptedException {
        HttpRequest request = asked.build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != expected) {
                throw new LaunchException("%s does not answer as a ledger: %s gave status %s instead of %s"
                        .formatted(service, request.uri().getPath(), response.statusCode(), expected));
            }
            return json.readTree(response.body());
        } catch (IOException e) {
            String said = e.getMessage();
            throw new LaunchException(
                    "%s does not answer: %s".formatted(service, said == null ? "no connection" : said), e);
        } catch (JacksonException e) {
            throw notAsExpected("the response is not JSON", e);
        }
    }

    private JsonNode field(JsonNode object, String name) {
        JsonNode value = object.get(name);
        if (value == null) {
            throw notAsExpected("the response has no field \"" + name + "\"", null);
        }
        return value;
    }

    private LaunchException notAsExpected(String what, @Nullable Exception cause) {
        return new LaunchException("%s does not answer as a ledger: %s".formatted(service, what), cause);
    }
}
