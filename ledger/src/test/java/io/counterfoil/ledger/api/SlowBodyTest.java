package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.BodyRate;
import io.counterfoil.http.HttpPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that keep a service waiting. */
@Timeout(300)
@Tag("RQ-15")
class SlowBodyTest {

    private static final AtomicLong HOURS = new AtomicLong();

    private static RunningService service;

    /** By a clock on which an hour passes between any two looks; what nothing arrives on is not given up by the container meanwhile. */
    @BeforeAll
    static void start() {
        BodyRate rate = BodyRate.DEFAULT.measuredBy(
                () -> Duration.ofHours(HOURS.incrementAndGet()).toNanos());
        service = RunningService.start(
                List.of("server.tomcat.connection-timeout=10m"), HttpPolicy.DEFAULT.withBodyRate(rate));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void bodyThatArrivesTooSlowly_isRefused_andNothingIsStored() {
        Api api = new Api(service.uri());
        Call creation = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats");

        creation.refused(408, "body-too-slow", "body");
        creation.key(Api.fresh()).refused(408, "body-too-slow", "body").isOriginal();
        api.post("/v1/ledgers/ldg_01m7wkx0cqehgtrqsgsyb9q1v0/transaction-batches", "mode", "per_item")
                .refused(408, "body-too-slow", "body");

        assertThat(service.sql()
                        .sql("SELECT count(*) FROM ledger")
                        .query(Long.class)
                        .single())
                .isZero();
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
