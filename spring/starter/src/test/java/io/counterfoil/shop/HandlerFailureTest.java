package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What ends a handler with an exception has failed, whatever its class, and however much of the response was made. */
@Timeout(600)
@Tag("RQ-13")
@Tag("RQ-14")
class HandlerFailureTest {

    /** What an error page says of a time and a path. */
    private static final String OF_ONE_REQUEST = "\"timestamp\":\"[^\"]*\"|/10+\"";

    @RestController
    static class Upstream {

        private final Sales sales;

        Upstream(Sales sales) {
            this.sales = sales;
        }

        @PostMapping("/upstream/{how}")
        String call(@PathVariable String how) throws Exception {
            sales.sell(how);
            throw switch (how) {
                case "eof" -> new EOFException("upstream closed");
                case "pipe" -> new IOException("Broken pipe");
                case "reset" -> new IllegalStateException("upstream", new IOException("Connection reset by peer"));
                default -> new IllegalArgumentException(how);
            };
        }

        @PostMapping("/partial/{bytes}")
        void partial(@PathVariable int bytes, HttpServletResponse response) throws IOException {
            sales.sell("partial");
            response.setStatus(HttpServletResponse.SC_CREATED);
            response.getOutputStream().write(new byte[bytes]);
            throw new IOException("Broken pipe");
        }

        @PostMapping("/broken/{length}")
        Object broken(@PathVariable int length) {
            sales.sell("broken");
            return new Broken(length);
        }

        @PostMapping("/brokenlist/{length}")
        Object brokenList(@PathVariable int length) {
            sales.sell("brokenlist");
            Iterable<String> items = () -> items(length);
            return Map.of("items", items);
        }

        private static Iterator<String> items(int length) {
            return IntStream.iterate(0, i -> i + 10)
                    .mapToObj(i -> {
                        if (i > length) {
                            throw new IllegalStateException("a row that cannot be read");
                        }
                        return "0123456789";
                    })
                    .iterator();
        }
    }

    /** Fails when it is written, after this many characters. */
    public record Broken(int length) {

        public String getA() {
            return "x".repeat(length);
        }

        @SuppressWarnings("DoNotCallSuggester") // Jackson calls it.
        public String getZ() {
            throw new IllegalStateException("a member that cannot be read");
        }
    }

    @RestControllerAdvice
    static class Resolving {

        @ExceptionHandler
        ResponseEntity<String> resolve(EOFException failure) {
            return ResponseEntity.status(HttpStatus.BAD_GATEWAY).body("upstream failed");
        }
    }

    @RestControllerAdvice
    static class Failing {

        @ExceptionHandler
        ResponseEntity<String> fail(IllegalArgumentException failure) throws IOException {
            throw new EOFException("the log server closed");
        }
    }

    private static Shop shop;

    @BeforeAll
    static void open() {
        shop = Shop.open(List.of(Upstream.class, Sales.class));
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static Shop openWith(Class<?> advice) {
        return Shop.open(List.of(Upstream.class, Sales.class, advice));
    }

    private static void assertUndone(Shop shop, String path, String item) throws Exception {
        String key = UUID.randomUUID().toString();
        HttpResponse<String> failed = shop.post(path, key, "");

        assertThat(failed.statusCode()).as(path).isEqualTo(500);
        assertThat(failed.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(shop.records(key)).as(path).isZero();
        assertThat(shop.sales(item)).as(path).isZero();
        assertThat(Shop.isReplay(shop.post(path, key, ""))).as(path).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"eof", "pipe", "reset"})
    void brokenConnectionBelowAHandler_isItsFailure(String how) throws Exception {
        assertUndone(shop, "/upstream/" + how, how);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 20_000})
    void brokenConnection_afterPartOfTheResponse_isAFailure(int bytes) throws Exception {
        assertUndone(shop, "/partial/" + bytes, "partial");
    }

    @Test
    void brokenConnection_inAnAdvice_isAFailure() throws Exception {
        try (Shop failing = openWith(Failing.class)) {
            assertUndone(failing, "/upstream/other", "other");
        }
    }

    @Test
    void brokenConnection_thatAnAdviceResolves_isItsResponse() throws Exception {
        try (Shop resolving = openWith(Resolving.class)) {
            HttpResponse<String> response = resolving.post("/upstream/eof", "key", "");

            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).isEqualTo("upstream failed");
        }
    }

    @Test
    void brokenConnection_underALease_isAnUnknownOutcome() throws Exception {
        try (Shop leased = Shop.open(List.of(Upstream.class, Sales.class), "--counterfoil.mode=lease")) {
            assertThat(leased.post("/upstream/eof", "key", "").statusCode()).isEqualTo(500);

            HttpResponse<String> again = leased.post("/upstream/eof", "key", "");
            assertThat(again.statusCode()).isEqualTo(409);
            assertThat(again.body()).contains("urn:counterfoil:problem:outcome-unknown");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"broken", "brokenlist"})
    void bodyThatBreaksOff_isAFailure_atAnyLength(String path) throws Exception {
        assertUndone(shop, "/" + path + "/10", path);
        assertUndone(shop, "/" + path + "/100000", path);

        HttpResponse<String> unkeyed = shop.send("POST", "/" + path + "/10", "");
        HttpResponse<String> keyed =
                shop.post("/" + path + "/100000", UUID.randomUUID().toString(), "");
        assertThat(keyed.body().replaceAll(OF_ONE_REQUEST, ""))
                .isEqualTo(unkeyed.body().replaceAll(OF_ONE_REQUEST, ""));
    }
}
