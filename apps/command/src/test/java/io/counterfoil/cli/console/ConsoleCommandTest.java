package io.counterfoil.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.counterfoil.cli.ConfiguredProgram;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The console over several services, each a small server here that tells what it was asked. */
@Timeout(240)
@Tag("CN-5")
class ConsoleCommandTest {

    private static final String PASSWORD = "pass:\u00e9";

    private final HttpClient browser = HttpClient.newHttpClient();
    private final List<HttpServer> services = new ArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> encodings = new CopyOnWriteArrayList<>();
    private final List<RunningConsole> consoles = new ArrayList<>();

    private int sessionStatus = 200;
    private String contentType = "application/json";

    @TempDir
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        serve("ledger");
        serve("shop \\\"two\\\"");
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (RunningConsole console : consoles) {
            console.stop();
        }
        services.forEach(service -> service.stop(0));
    }

    private void serve(String name) throws IOException {
        HttpServer service = HttpServer.create(
                new InetSocketAddress(InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1}), 0), 0);
        service.createContext(
                "/counterfoil/services",
                exchange -> send(exchange, 200, "[{\"base\":\"api/\",\"name\":\"" + name + "\"}]"));
        service.createContext("/counterfoil/api/", exchange -> {
            asked.add("%s %s %s %s"
                    .formatted(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI(),
                            exchange.getRequestHeaders().getFirst("Authorization"),
                            exchange.getRequestHeaders().getFirst("X-Csrf-Token")));
            encodings.addAll(exchange.getRequestHeaders().getOrDefault("Accept-Encoding", List.of()));
            send(exchange, sessionStatus, "{\"of\":\"" + name + "\"}");
        });
        service.start();
        services.add(service);
    }

    private void send(HttpExchange exchange, int status, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String url(int service) {
        return "http://127.0.0.1:" + services.get(service).getAddress().getPort() + "/counterfoil";
    }

    private static ConsoleCommand command() {
        StoryPage stories = (id, logs) -> "<p>story of " + id + " in " + logs.size() + "</p>";
        return new ConsoleCommand(stories, name -> PASSWORD);
    }

    /** Starts the command, and returns the address that it prints. */
    private URI console(String... arguments) throws Exception {
        RunningConsole started = new RunningConsole(command(), arguments);
        consoles.add(started);
        return started.url();
    }

    private HttpResponse<String> get(URI uri) throws Exception {
        return browser.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(URI uri, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("{}"));
        return browser.send(
                (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    @Test
    void page_isThatOfTheLibrary() throws Exception {
        URI console = console("--url", url(0));

        assertThat(get(console).body()).contains("page/console.js");
        assertThat(get(console.resolve("page/console.js")).body()).contains("import");
        assertThat(get(console.resolve("parts/app.css")).headers().firstValue("Content-Type"))
                .contains("text/css; charset=utf-8");
    }

    @Test
    void services_areThoseOfTheCommandLine() throws Exception {
        URI console = console("--url", url(0), "--url", url(1));

        assertThat(get(console.resolve("services")).body())
                .isEqualTo("[{\"name\":\"ledger\",\"base\":\"services/0/api/\"},"
                        + "{\"name\":\"shop \\\"two\\\"\",\"base\":\"services/1/api/\"}]");
    }

    @Test
    void request_isPassedOn_withTheUser() throws Exception {
        URI console = console("--url", url(0), "--url", url(1), "--user", "olga");
        asked.clear();

        HttpResponse<String> response = get(console.resolve("services/1/api/records?state=unknown&client="));

        assertThat(response.body()).isEqualTo("{\"of\":\"shop \\\"two\\\"\"}");
        assertThat(asked)
                .containsExactly("GET /counterfoil/api/records?state=unknown&client= Basic b2xnYTpwYXNzOsOp null");
    }

    @Test
    void action_isPassedOn_withTheTokenOfThePage() throws Exception {
        URI console = console("--url", url(0));
        asked.clear();

        HttpResponse<String> response = post(
                console.resolve("services/0/api/records/x/decision"),
                "X-CSRF-TOKEN",
                "t",
                "Sec-Fetch-Site",
                "same-origin");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(asked).containsExactly("POST /counterfoil/api/records/x/decision null t");
    }

    @Test
    void addressWithoutTheSecret_isNotFound() throws Exception {
        URI console = console("--url", url(0));
        asked.clear();

        assertThat(post(URI.create("http://127.0.0.1:" + console.getPort() + "/services/0/api/records/x/decision"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(get(URI.create("http://127.0.0.1:" + console.getPort() + "/"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(asked).isEmpty();
    }

    @Test
    void anotherHostName_isRefused() throws Exception {
        URI console = console("--url", url(0));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), console.getPort())) {
            String request = "GET " + console.getPath() + " HTTP/1.1\r\nHost: elsewhere.example:" + console.getPort()
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 421");
        }
    }

    @Test
    void actionOfAnotherSite_isRefused() throws Exception {
        URI console = console("--url", url(0));
        asked.clear();

        assertThat(post(console.resolve("services/0/api/records/x/decision"), "Sec-Fetch-Site", "cross-site")
                        .statusCode())
                .isEqualTo(403);
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "services/7/api/records",
                "services/0/api/../services",
                "page/../index.html",
                "page/x.js",
                "services/0/story"
            })
    void addressOfNothing_isNotFound(String path) throws Exception {
        URI console = console("--url", url(0));

        assertThat(get(URI.create(console + path)).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "services/0/api/%2e%2e/%2e%2e/actuator/env",
                "services/0/api/%2E./services",
                "services/0/api/records%2f..%2f..%2fx",
                "services/0/api/records%5c..",
                "services/0/api/./session",
                "services/0/api//session"
            })
    void addressOutsideOfTheApi_isNotPassedOn(String path) throws Exception {
        URI console = console("--url", url(0));
        asked.clear();

        assertThat(get(URI.create(console + path)).statusCode()).isEqualTo(404);
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"})
    void methodOfNoRequestOfThePage_isRefused(String method) throws Exception {
        URI console = console("--url", url(0));
        asked.clear();

        HttpResponse<String> response = browser.send(
                HttpRequest.newBuilder(console.resolve("services/0/api/records/x/decision"))
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://elsewhere.example", "null", "http://127.0.0.1:1"})
    void actionOfAnotherOrigin_isRefused(String origin) throws Exception {
        URI console = console("--url", url(0));
        asked.clear();

        assertThat(post(console.resolve("services/0/api/records/x/decision"), "Origin", origin)
                        .statusCode())
                .isEqualTo(403);
        assertThat(asked).isEmpty();
    }

    @Test
    void actionOfItsOwnOrigin_isPassedOn() throws Exception {
        URI console = console("--url", url(0));

        assertThat(post(
                                console.resolve("services/0/api/records/x/decision"),
                                "Origin",
                                "http://127.0.0.1:" + console.getPort())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void compressedResponse_isNotAskedFor() throws Exception {
        URI console = console("--url", url(0));
        encodings.clear();

        browser.send(
                HttpRequest.newBuilder(console.resolve("services/0/api/records"))
                        .header("Accept-Encoding", "gzip, deflate, br")
                        .build(),
                BodyHandlers.ofString());

        assertThat(encodings).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/javascript", "text/html", "image/svg+xml"})
    void responseThatIsNoJson_isNotPassedOn(String type) throws Exception {
        URI console = console("--url", url(0));
        contentType = type;

        HttpResponse<String> response = get(console.resolve("services/0/api/evil.js"));

        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(response.body()).doesNotContain("ledger");
    }

    @Test
    void problemOfTheService_isPassedOn() throws Exception {
        URI console = console("--url", url(0));
        contentType = "application/problem+json;charset=UTF-8";
        sessionStatus = 409;

        assertThat(get(console.resolve("services/0/api/records")).statusCode()).isEqualTo(409);
    }

    @Test
    void serviceThatIsDown_doesNotKeepTheOthersAway() throws Exception {
        URI console = console("--url", "http://127.0.0.1:1/counterfoil", "--url", url(0));

        assertThat(get(console.resolve("services")).body())
                .isEqualTo("[{\"name\":\"127.0.0.1:1\",\"base\":\"services/0/api/\"},"
                        + "{\"name\":\"ledger\",\"base\":\"services/1/api/\"}]");
        assertThat(consoles.get(0).warnings()).contains("http://127.0.0.1:1/counterfoil/", "cannot be reached");
        HttpResponse<String> response = get(console.resolve("services/0/api/records"));
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.body()).doesNotContain("null");
    }

    @Test
    void story_isReadFromTheLogs() throws Exception {
        Files.writeString(directory.resolve("a.log"), "");
        Files.writeString(directory.resolve("b.log"), "");
        URI console = console("--url", url(0), "--logs", directory.toString());

        assertThat(get(console.resolve("services")).body()).contains("\"story\":\"services/0/story\"");
        assertThat(get(console.resolve("services/0/story?id=k%201")).body()).isEqualTo("<p>story of k 1 in 2</p>");
    }

    @Test
    void story_isReadFromTheLogs_thatAreThereThen() throws Exception {
        Files.writeString(directory.resolve("a.log"), "");
        URI console = console("--url", url(0), "--logs", directory.toString());
        Files.delete(directory.resolve("a.log"));
        Files.writeString(directory.resolve("a.log.1"), "");
        Files.writeString(directory.resolve("a.log.2"), "");

        assertThat(get(console.resolve("services/0/story?id=k")).body()).isEqualTo("<p>story of k in 2</p>");
    }

    @Test
    void serviceThatHasGone_isAProblem() throws Exception {
        URI console = console("--url", url(0));
        services.get(0).stop(0);

        HttpResponse<String> response = get(console.resolve("services/0/api/records"));

        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.body()).contains("Service unreachable");
    }

    @ParameterizedTest
    @CsvSource({
        "401, a user is required",
        "403, the user may not see the console",
        "302, a user is required",
        "404, is no console"
    })
    void service_thatRefuses_isReportedInOneLine(int status, String message) {
        sessionStatus = status;

        assertFails(message, "--url", url(0));
    }

    @Test
    void credentials_thatAreRefused_areReported() {
        sessionStatus = 401;

        assertFails("user or password were refused", "--url", url(0), "--user", "olga");
    }

    @ParameterizedTest
    @CsvSource({
        "ftp://host/counterfoil, --url must be an address",
        "http://olga:secret@host/counterfoil, --url must be an address",
        "not an address, --url must be an address",
        "http://127.0.0.1:1/counterfoil, cannot be reached"
    })
    void addressThatIsNone_isReported(String url, String message) {
        assertFails(message, "--url", url);
    }

    @Test
    void logs_thatAreNoDirectory_areReported() {
        assertFails(
                "--logs must be a directory",
                "--url",
                url(0),
                "--logs",
                directory.resolve("none").toString());
    }

    private static void assertFails(String message, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                new CommandLine(command()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

        int exitCode = ConfiguredProgram.of(command).execute(arguments);

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains(message);
        assertThat(out.toString()).isEmpty();
    }
}
