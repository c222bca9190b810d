package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What web pages of others have a browser send to a service on the user's machine. */
@Timeout(300)
class ForeignPageTest {

    private static final String UNKNOWN_HOST = "urn:counterfoil:problem:unknown-host";
    private static final String FOREIGN_PAGE = "urn:counterfoil:problem:foreign-page";
    private static final List<String> UNSAFE = List.of("POST", "PUT", "DELETE", "PATCH");

    private static RunningService service;

    @BeforeAll
    static void start() {
        service = RunningService.start(List.of("ledger.allowed-hosts=ledger.example"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/app.js", "/openapi.json", "/v1/ledgers", "/story/abcd", "/no-such-path"})
    void hostThatIsNotTheServices_isRefused_onEveryPath(String path) {
        for (String method : List.of("GET", "HEAD", "OPTIONS", "POST", "DELETE")) {
            refused(
                    421,
                    "Host",
                    send(method, path, "rebind.example:" + port(), "Origin: http://rebind.example:" + port()));
        }
    }

    @Test
    void requestWithoutAHost_isRefused() {
        assertThat(RawHttp.send(service.uri(), "GET /v1/ledgers HTTP/1.0\r\n\r\n"))
                .startsWith("HTTP/1.1 421 ")
                .contains(UNKNOWN_HOST);
    }

    @Test
    void pageUnderAForeignHost_leavesNothingBehind() {
        String path = "/v1/ledgers";

        refused(
                421,
                "Host",
                create(path, "rebind.example", "Origin: http://rebind.example", "Sec-Fetch-Site: same-origin"));
        refused(403, "Origin", create(path, "localhost:" + port(), "Origin: http://elsewhere.example"));

        assertThat(service.sql()
                        .sql("SELECT count(*) FROM ledger")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST", "127.0.0.1", "[::1]", "ledger.example", "Ledger.Example"})
    void pageOfTheServiceItself_isAnswered_underEachOfItsNames(String name) {
        for (String host : List.of(name, name + ":" + port(), name + ":1")) {
            assertThat(send("GET", "/", host)).startsWith("HTTP/1.1 200 ");
            for (String method : UNSAFE) {
                assertThat(send(
                                method,
                                "/v1/no-such-path",
                                host,
                                "Origin: http://" + host,
                                "Sec-Fetch-Site: same-origin"))
                        .startsWith("HTTP/1.1 404 ");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://elsewhere.example",
                "null",
                "http://127.0.0.1",
                "http://127.0.0.1:1",
                "http://localhost:PORT",
                "127.0.0.1:PORT",
                "http://127.0.0.1:PORT.elsewhere.example"
            })
    void pageOfAnotherOrigin_isRefused(String origin) {
        String field = "Origin: " + origin.replace("PORT", port());
        for (String method : UNSAFE) {
            refused(403, "Origin", send(method, "/v1/ledgers", "127.0.0.1:" + port(), field));
        }
        refused(403, "Origin", send("GET", "/v1/ledgers", "127.0.0.1:" + port(), field));
        refused(403, "Origin", send("OPTIONS", "/v1/ledgers", "127.0.0.1:" + port(), field));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void pageOfAnotherSite_mayLinkToTheService_andSendNothing(String site) {
        String field = "Sec-Fetch-Site: " + site;
        for (String method : UNSAFE) {
            refused(403, "Sec-Fetch-Site", send(method, "/v1/ledgers", "127.0.0.1:" + port(), field));
        }
        assertThat(send("GET", "/", "127.0.0.1:" + port(), field)).startsWith("HTTP/1.1 200 ");
    }

    private static String port() {
        return Integer.toString(service.uri().getPort());
    }

    private static String send(String method, String path, String host, String... fields) {
        return RawHttp.send(
                service.uri(),
                method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\nContent-Length: 0\r\n"
                        + lines(fields) + "\r\n");
    }

    private static String create(String path, String host, String... fields) {
        String body = Bodies.json("idempotency_key", Api.fresh(), "unit", "seats");
        return RawHttp.send(
                service.uri(),
                "POST " + path + " HTTP/1.1\r\nHost: " + host
                        + "\r\nConnection: close\r\nContent-Type: application/json\r\n" + "Content-Length: "
                        + body.length() + "\r\n" + lines(fields) + "\r\n" + body);
    }

    private static String lines(String... fields) {
        return fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
    }

    private static void refused(int status, String field, String answer) {
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").contains("application/problem+json");
        if (answer.contains("\r\n\r\n{")) {
            assertThat(answer).contains(status == 421 ? UNKNOWN_HOST : FOREIGN_PAGE, "\"field\":\"" + field + "\"");
        }
    }
}
