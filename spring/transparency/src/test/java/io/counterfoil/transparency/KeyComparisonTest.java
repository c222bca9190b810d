package io.counterfoil.transparency;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.transparency.DifferentUnderAKey;
import io.counterfoil.testkit.transparency.KeyComparison;
import io.counterfoil.testkit.transparency.TestRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the comparison finds in servers that treat a request with a key otherwise. */
@Tag("RQ-22")
class KeyComparisonTest {

    private static final TestRequest TRANSFER =
            TestRequest.post("/v1/transfers").json("{\"amount\": 5}");

    private final Database database = Engine.H2.create();

    private HttpServer server;
    private KeyComparison comparison;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        comparison = KeyComparison.of(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                database.dataSource(),
                () -> Engine.run(database, List.of("DELETE FROM note")));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void handlerThatIgnoresKeys_isNotReplayed() {
        server.createContext("/", exchange -> {
            insert("one");
            answer(exchange, 201, UUID.randomUUID() + " at 2026-01-01T00:00:00Z");
        });

        assertThatThrownBy(() -> comparison.assertSameWithKey(TRANSFER))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("POST /v1/transfers is different under a key")
                .hasMessageContaining("table note")
                .hasMessageContaining("replay:");
    }

    @Test
    void handlerWithoutEffects_isTheSame() {
        server.createContext("/", exchange -> {
            String id = UUID.randomUUID().toString();
            answer(exchange, 200, id + " or pay_" + id.replace("-", "").substring(0, 25) + " at 2026-01-01T00:00:00Z");
        });

        assertThatCode(() -> comparison.assertSameWithKey(TRANSFER)).doesNotThrowAnyException();
    }

    @Test
    void otherStatusFieldAndBody_areNamed() {
        server.createContext("/", exchange -> {
            boolean keyed = exchange.getRequestHeaders().containsKey("Idempotency-Key");
            exchange.getResponseHeaders().add("X-Kind", keyed ? "keyed" : "plain");
            answer(exchange, keyed ? 503 : 409, keyed ? "unavailable" : "taken");
        });

        assertThatThrownBy(() -> comparison.assertSameWithKey(TRANSFER))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("without key: 409", "with key:    503", "header field x-kind", "taken");
        assertThatCode(() -> comparison.assertSameWithKey(TRANSFER, DifferentUnderAKey.SEPARATE_WORK_REFUSED))
                .doesNotThrowAnyException();
    }

    @Test
    void differenceThatIsNamed_butNotShown_fails() {
        server.createContext("/", exchange -> answer(exchange, 200, "same"));

        assertThatThrownBy(() -> comparison.assertSameWithKey(TRANSFER, DifferentUnderAKey.AFTER_COMMIT_LATER))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("although it declares AFTER_COMMIT_LATER");
    }

    @Test
    void brokenResponse_isAStatusOfItsOwn() {
        server.createContext("/", exchange -> {
            if (exchange.getRequestHeaders().containsKey("Idempotency-Key")) {
                exchange.close();
            } else {
                answer(exchange, 200, "whole");
            }
        });

        assertThatThrownBy(() -> comparison.assertSameWithKey(TRANSFER))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("with key:    none: the connection ended");
    }

    private void insert(String what) {
        Engine.run(database, List.of("INSERT INTO note (what) VALUES ('%s')".formatted(what)));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
