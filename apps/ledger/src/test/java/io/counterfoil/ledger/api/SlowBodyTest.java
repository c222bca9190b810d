package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.BodyRate;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that keep a service waiting. */
@Timeout(300)
@Tag("RQ-15")
class SlowBodyTest {

    private static final AtomicLong HOURS = new AtomicLong();
    private static final AtomicLong STEP = new AtomicLong();

    private static RunningService service;

    /** By a clock that stands still, or on which an hour passes between any two looks; what nothing arrives on is not given up by the container meanwhile. */
    @BeforeAll
    static void start() {
        BodyRate rate = BodyRate.DEFAULT.measuredBy(
                () -> Duration.ofHours(HOURS.addAndGet(STEP.get())).toNanos());
        service = RunningService.start(
                List.of("server.tomcat.connection-timeout=10m"),
                HttpPolicy.DEFAULT.withBody(bodies -> bodies.withRate(rate)));
    }

    @BeforeEach
    void bodiesAreInTime() {
        STEP.set(0);
    }

    private static void allBodiesAreLate() {
        STEP.set(1);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void bodyThatArrivesTooSlowly_isRefused_andNothingIsStored() {
        Api api = new Api(service.uri());
        String ledger = api.ledger();
        long before = ledgers();
        allBodiesAreLate();
        Call creation = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats");

        creation.refused(408, "body-too-slow", "body");
        creation.key(Api.fresh()).refused(408, "body-too-slow", "body").isOriginal();
        api.post("/v1/ledgers/" + ledger + "/transaction-batches", "mode", "per_item")
                .refused(408, "body-too-slow", "body");
        file(ledger).refused(408, "body-too-slow", "body");

        assertThat(ledgers()).isEqualTo(before);
        assertThat(api.get("/v1/imports").ok().json().get("items")).isEmpty();
    }

    private static long ledgers() {
        return service.sql()
                .sql("SELECT count(*) FROM ledger")
                .query(Long.class)
                .single();
    }

    private static Call file(String ledger) {
        return new Api(service.uri())
                .call("POST", upload(ledger))
                .body("quantity\n1\n")
                .contentType("text/csv");
    }

    private static String upload(String ledger) {
        return "/v1/imports?idempotency_key=" + Api.fresh() + "&ledger_id=" + ledger;
    }

    @Test
    @Tag("RF-8")
    void uploadsOfOneClient_doNotBlockOtherClients() throws IOException {
        Api api = new Api(service.uri());
        String ledger = api.ledger();
        List<Socket> begun = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                begun.add(beginUpload(ledger, "mallory"));
            }

            await().atMost(Duration.ofMinutes(2))
                    .until(() -> file(ledger).client("mallory").send().status() == 429);
            Reply refused = file(ledger).client("mallory").refused(429, "ledger:too-many-uploads");
            Reply others = file(ledger).client("alice").send();

            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(refused.text()).contains("this client has 2 uploads");
            assertThat(others.status()).as("%s", others).isEqualTo(202);
        } finally {
            for (Socket socket : begun) {
                socket.close();
            }
        }
    }

    /** The head and the first line of a file, and no more of it. */
    private static Socket beginUpload(String ledger, String client) throws IOException {
        Socket socket = new Socket(service.uri().getHost(), service.uri().getPort());
        String head =
                "POST " + upload(ledger) + " HTTP/1.1\r\nHost: " + service.uri().getAuthority() + "\r\nX-Client-Name: "
                        + client + "\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\nquantity\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void refusedBody_thatIsTooLongToBeRead_isNotWaitedFor() {
        String answer = RawHttp.send(
                service.uri(),
                "POST /no-such-path HTTP/1.1\r\nHost: " + service.uri().getAuthority()
                        + "\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n{");

        assertThat(answer).startsWith("HTTP/1.1 404 ").contains("application/problem+json");
    }
}
