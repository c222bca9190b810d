package io.counterfoil.httpserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is particular to this server; the rest is the contract's. */
class JdkIdempotencyFilterTest extends ServerTests {

    private final AtomicInteger runs = new AtomicInteger();

    private void ok(HttpExchange exchange) throws IOException {
        byte[] body = ("run " + runs.incrementAndGet()).getBytes(UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    @Tag("RQ-7")
    void filterOfAContext_isAsGoodAsOneInFrontOfAHandler() throws Exception {
        server.createContext("/", this::ok).getFilters().add(filter);

        assertThat(post("/a", "Idempotency-Key", "k").body()).isEqualTo("run 1");
        HttpResponse<String> replay = post("/a", "Idempotency-Key", "k");

        assertThat(replay.body()).isEqualTo("run 1");
        assertThat(header(replay, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(filter.description()).isNotBlank();
    }

    @Test
    @Tag("RQ-5")
    @Tag("RQ-16")
    void filterAheadOfAuthenticator_failsEveryRequest() {
        HttpContext context = server.createContext("/", this::ok);
        context.getFilters().add(filter);
        context.setAuthenticator(new NobodyIsLetIn());

        assertThatThrownBy(() -> post("/a", "Idempotency-Key", "k")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> post("/a")).isInstanceOf(IOException.class);
        assertThat(runs).hasValue(0);
    }

    @Test
    @Tag("RQ-16")
    void whoIsNotLetIn_getsNoReplay() throws Exception {
        HttpContext context = server.createContext("/", filter.inFrontOf(this::ok));
        post("/a", "Idempotency-Key", "k");
        context.setAuthenticator(new NobodyIsLetIn());

        HttpResponse<String> refused = post("/a", "Idempotency-Key", "k");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).doesNotContain("run 1");
    }

    static Stream<Named<HttpHandler>> handlersThatDoNotAnswer() {
        return Stream.of(
                Named.of("says nothing", exchange -> {}),
                Named.of("only closes", HttpExchange::close),
                Named.of("never closes its body", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write(1);
                }),
                Named.of("writes less than it said", exchange -> {
                    exchange.sendResponseHeaders(200, 3);
                    exchange.getResponseBody().write(1);
                    exchange.close();
                }),
                Named.of("writes more than it said", exchange -> {
                    exchange.sendResponseHeaders(200, 1);
                    exchange.getResponseBody().write(new byte[2]);
                }),
                Named.of("writes where it said no body", exchange -> {
                    exchange.sendResponseHeaders(204, -1);
                    exchange.getResponseBody().write(1);
                }),
                Named.of(
                        "writes before its head",
                        exchange -> exchange.getResponseBody().write(1)),
                Named.of("writes after it closed", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.close();
                    exchange.getResponseBody().write(1);
                }),
                Named.of("answers twice", exchange -> {
                    exchange.sendResponseHeaders(200, -1);
                    exchange.sendResponseHeaders(200, -1);
                }));
    }

    @ParameterizedTest
    @MethodSource("handlersThatDoNotAnswer")
    @Tag("RQ-13")
    void handlerThatDoesNotAnswerAsItShould_isOneThatThrew(HttpHandler handler) throws Exception {
        List<HttpHandler> handlers = new CopyOnWriteArrayList<>(List.of(handler, this::ok));
        server.createContext(
                "/", filter.inFrontOf(exchange -> handlers.remove(0).handle(exchange)));

        assertThatThrownBy(() -> post("/a", "Idempotency-Key", "k")).isInstanceOf(IOException.class);

        HttpResponse<String> retry = post("/a", "Idempotency-Key", "k");
        assertThat(retry.body()).isEqualTo("run 1");
        assertThat(header(retry, "Idempotency-Replayed")).isEqualTo("false");
    }

    @Test
    @Tag("RQ-7")
    void lengthThatIsReached_endsTheBody() throws Exception {
        server.createContext("/", filter.inFrontOf(exchange -> {
            exchange.sendResponseHeaders(200, 2);
            assertThat(exchange.getResponseCode()).isEqualTo(200);
            exchange.getResponseBody().write('o');
            exchange.getResponseBody().write('k');
        }));

        assertThat(post("/a", "Idempotency-Key", "k").body()).isEqualTo("ok");
    }

    @Test
    @Tag("RQ-7")
    void head_isFinalOnceItIsSent_andTheServersOwnFieldsAreTheServers() throws Exception {
        server.createContext("/", filter.inFrontOf(exchange -> {
            assertThat(exchange.getResponseCode()).isEqualTo(-1);
            Headers headers = exchange.getResponseHeaders();
            headers.set("X-Own", "1");
            headers.set("Date", "yesterday");
            headers.set("Content-Length", "77");
            headers.set("Transfer-Encoding", "chunked");
            exchange.sendResponseHeaders(200, 2);
            headers.set("X-Own", "too late");
            exchange.getResponseBody().write("ok".getBytes(UTF_8));
            exchange.close();
        }));

        for (int i = 0; i < 2; i++) {
            HttpResponse<String> answer = post("/a", "Idempotency-Key", "k");
            assertThat(answer.body()).isEqualTo("ok");
            assertThat(header(answer, "X-Own")).isEqualTo("1");
            assertThat(header(answer, "Date")).isNotEqualTo("yesterday");
            assertThat(answer.headers().allValues("Content-Length")).containsExactly("2");
            assertThat(answer.headers().map()).doesNotContainKey("Transfer-Encoding");
        }
    }

    @Test
    @Tag("RQ-7")
    void outerFiltersFields_areMerged_inFirstAndReplayedResponses() throws Exception {
        server.createContext("/", filter.inFrontOf(exchange -> {
                    exchange.getResponseHeaders().set("Cache-Control", "private");
                    exchange.getResponseHeaders().add("Vary", "Accept");
                    ok(exchange);
                }))
                .getFilters()
                .add(Filter.beforeHandler("outer", exchange -> {
                    exchange.getResponseHeaders().set("Cache-Control", "no-store");
                    exchange.getResponseHeaders().set("X-Outer", "outer");
                    exchange.getResponseHeaders().set("Vary", "Origin");
                }));

        for (int i = 0; i < 2; i++) {
            HttpResponse<String> answer = post("/a", "Idempotency-Key", "k");
            assertThat(answer.headers().allValues("Cache-Control")).containsExactly("private");
            assertThat(answer.headers().allValues("X-Outer")).containsExactly("outer");
            assertThat(answer.headers().allValues("Vary")).containsExactly("Origin", "Accept");
        }
        HttpResponse<String> refused = post("/a", "Idempotency-Key", "\"");
        assertThat(refused.headers().allValues("X-Outer")).containsExactly("outer");
        assertThat(runs).hasValue(1);
    }

    @Test
    @Tag("RQ-7")
    void innerFilterThatWrapsTheStreams_isPartOfTheHandler() throws Exception {
        List<Filter> zip = List.of(new Filter() {
            @Override
            public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
                exchange.setStreams(null, new GzipOnWrite(exchange.getResponseBody()));
                exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                chain.doFilter(exchange);
            }

            @Override
            public String description() {
                return "gzip";
            }
        });
        HttpHandler handler = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(exchange.getRequestBody().readAllBytes());
            }
        };
        server.createContext("/", filter.inFrontOf(exchange -> new Filter.Chain(zip, handler).doFilter(exchange)));

        for (int i = 0; i < 2; i++) {
            HttpResponse<byte[]> answer = post("/a", BodyHandlers.ofByteArray(), "Idempotency-Key", "k");
            assertThat(header(answer, "Content-Encoding")).isEqualTo("gzip");
            assertThat(new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes())
                    .isEqualTo("body".getBytes(UTF_8));
        }
    }

    @Test
    @Tag("RQ-13")
    void executionAttribute_isAbsentFromTheNextUnkeyedRequest() throws Exception {
        server.createContext("/", filter.inFrontOf(exchange -> {
            exchange.setAttribute("own", "value");
            byte[] body = (JdkIdempotencyFilter.execution(exchange).isPresent() + " " + exchange.getAttribute("own"))
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }));

        assertThat(post("/a", "Idempotency-Key", "k").body()).isEqualTo("true value");
        assertThat(post("/a").body()).isEqualTo("false value");
    }

    @Test
    @Tag("RQ-15")
    void rejection_beforeTheBodyIsRead_closesTheConnection() throws Exception {
        server.createContext("/", filter.inFrontOf(this::ok));

        for (String key : List.of("\"", "k")) {
            List<String> head = headOfAnswer("POST / HTTP/1.1\r\nHost: h\r\nIdempotency-Key: " + key
                    + "\r\nContent-Length: 2000000000\r\n\r\nbegun");
            assertThat(head.get(0)).startsWith(key.equals("k") ? "HTTP/1.1 413" : "HTTP/1.1 400");
            assertThat(head).anyMatch("Connection: close"::equalsIgnoreCase);
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    @Tag("RQ-3")
    void path_isTheOneThatWasSent() throws Exception {
        List<String> paths = new CopyOnWriteArrayList<>();
        server.createContext("/", exchange -> {
            paths.add(new ExchangeHead(exchange).path() + " "
                    + new ExchangeHead(exchange).query().orElse("-"));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        for (String target : List.of("/a%2Fb?x=%20", "//host/a", "http://host/a?b", "//a//", "/a")) {
            raw("GET " + target + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
        }

        assertThat(paths).containsExactly("/a%2Fb x=%20", "//host/a -", "/a b", "//a// -", "/a -");
    }
}
