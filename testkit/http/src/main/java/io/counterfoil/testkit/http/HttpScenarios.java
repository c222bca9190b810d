package io.counterfoil.testkit.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.request.BodyRate;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.Counting;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Common parts of the scenarios of {@link HttpContract}: one server for all scenarios, whose endpoints and application
 * each scenario sets, and a client. Each piece of work has its own path, by which its effects are counted.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
abstract class HttpScenarios {

    static final String KEY = "Idempotency-Key";
    static final String ATTEMPT = "Idempotency-Attempt";
    static final String REPLAYED = "Idempotency-Replayed";
    static final String CLIENT = "X-Client-Name";

    /** Longer than any scenario may take. */
    static final IdempotencyPolicy PATIENT = IdempotencyPolicy.DEFAULT
            .withLimits(limits -> limits.withWaitTime(Duration.ofMinutes(10)))
            .withDuplicates(duplicates -> duplicates.withCounting(Counting.EXACT));

    static final IdempotencyPolicy IMPATIENT = PATIENT.withLimits(limits -> limits.withWaitTime(Duration.ZERO));

    /** A body may take as long as it likes, except where its rate is the subject. */
    static final HttpPolicy POLICY =
            HttpPolicy.DEFAULT.withBody(bodies -> bodies.withRate(BodyRate.DEFAULT.measuredBy(() -> 0)));

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final ExecutorService threads = Executors.newCachedThreadPool();

    private @Nullable Backend opened;
    private @Nullable ContractServer started;
    private volatile Endpoints endpoints = request -> Optional.empty();
    private volatile Application application = exchange -> {};

    HttpScenarios() {}

    /**
     * {@return the backend, newly opened; called once for all scenarios of a class}
     *
     * @throws Exception when it cannot be opened
     */
    protected abstract Backend openBackend() throws Exception;

    /**
     * Starts the server with the adapter in front of the application; called once for all scenarios of a class. The
     * endpoints and the application must be consulted for each request.
     *
     * @param endpoints the settings of each guarded request
     * @param application handles the requests that the adapter lets through
     * @return the running server, which the scenarios close
     * @throws Exception when it cannot be started
     */
    protected abstract ContractServer startServer(Endpoints endpoints, Application application) throws Exception;

    /** {@return the optional features of the adapter and its server} */
    protected abstract Set<Feature> features();

    @BeforeAll
    final void open() throws Exception {
        opened = openBackend();
        started = startServer(request -> endpoints.of(request), exchange -> application.handle(exchange));
    }

    @AfterAll
    final void close() throws Exception {
        threads.shutdownNow();
        if (started != null) {
            started.close();
        }
    }

    @BeforeEach
    final void reset() {
        guard(guarding(POLICY));
        answer(this::done);
    }

    // Server side

    final Backend backend() {
        Backend backend = opened;
        if (backend == null) {
            throw new IllegalStateException("not opened");
        }
        return backend;
    }

    final ContractServer server() {
        ContractServer server = started;
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        return server;
    }

    final HttpIdempotency guarding(HttpPolicy policy) {
        return guarding(policy, IMPATIENT);
    }

    final HttpIdempotency guarding(HttpPolicy policy, IdempotencyPolicy engine) {
        return guarding(policy, backend().engine().with(engine));
    }

    final HttpIdempotency guarding(HttpPolicy policy, Idempotency engine) {
        return new HttpIdempotency(engine, policy, ClientResolver.header(CLIENT));
    }

    /** Applies these settings to all subsequent requests of the scenario. */
    final void guard(HttpIdempotency idempotency) {
        guard(Endpoints.all(idempotency));
    }

    final void guard(Endpoints all) {
        endpoints = all;
    }

    /** Makes subsequent duplicates wait for their originals, and returns an observer of their waits. */
    final Waiters waiting() {
        Waiters waiters = new Waiters();
        guard(guarding(
                POLICY,
                backend().engine().toBuilder()
                        .policy(PATIENT)
                        .waiting(waiters, System::nanoTime)
                        .build()));
        return waiters;
    }

    /** Sets the handler of all subsequent requests of the scenario. */
    final void answer(Application by) {
        application = by;
    }

    /** The minimal handler: has its effect and responds with a body that is unique for each execution. */
    final void done(Exchange exchange) throws Exception {
        happen(exchange);
        exchange.respond(200, List.of(field("Content-Type", "text/plain")), utf8("done " + UUID.randomUUID()));
    }

    /** Blocks all subsequent handlers at a gate, after which they have their effect. */
    final Gate holding() {
        return holding(path -> true);
    }

    /** Blocks the handlers of paths that match; others are not blocked. */
    final Gate holding(Predicate<String> paths) {
        Gate gate = new Gate();
        answer(exchange -> {
            if (paths.test(exchange.path())) {
                gate.pass();
            }
            done(exchange);
        });
        return gate;
    }

    final void happen(RequestHead request) throws SQLException {
        backend().effects().happen(request.path());
    }

    final long effects(String path) throws SQLException {
        return backend().effects().count(path);
    }

    final void assume(Feature feature) {
        assumeTrue(features().contains(feature), "the adapter has the feature " + feature);
    }

    // Client side

    /** A path that no other scenario uses. */
    static String freshPath() {
        return "/things/" + fresh();
    }

    static String fresh() {
        return UUID.randomUUID().toString();
    }

    final Answer post(String path, String body, String... headers) throws IOException, InterruptedException {
        return send("POST", path, utf8(body), headers);
    }

    final Answer send(String method, String path, byte[] body, String... headers)
            throws IOException, InterruptedException {
        return send(
                method, path, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body), headers);
    }

    final Answer send(String method, String path, HttpRequest.BodyPublisher body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server().uri().resolve(path))
                .timeout(Duration.ofMinutes(2))
                .method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
        List<HeaderField> fields = new ArrayList<>();
        response.headers().map().forEach((name, values) -> values.forEach(value -> fields.add(field(name, value))));
        return new Answer(response.statusCode(), fields, response.body());
    }

    /** An executor without a limit of threads. */
    final Executor threads() {
        return threads;
    }

    final CompletableFuture<Answer> posting(String path, String body, String... headers) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return post(path, body, headers);
                    } catch (IOException | InterruptedException failure) {
                        throw new IllegalStateException(failure);
                    }
                },
                threads);
    }

    final RawConnection connect() throws IOException {
        return RawConnection.to(server().uri());
    }

    /** Sends one request on its own connection and reads the response. */
    final Answer raw(String request) throws IOException {
        try (RawConnection connection = connect()) {
            return connection.send(request).read();
        }
    }

    static HeaderField field(String name, String value) {
        return new HeaderField(name, value);
    }

    static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }

    // Assertions

    static void assertFirst(Answer answer, int status) {
        assertThat(answer.status()).as("%s", answer).isEqualTo(status);
        assertThat(answer.header(REPLAYED)).as("%s", answer).contains("false");
    }

    /** The response to a duplicate: status, body and semantic fields of the original, marked as a replay. */
    static void assertReplay(Answer answer, Answer first) {
        assertThat(answer.status()).as("%s", answer).isEqualTo(first.status());
        assertThat(answer.header(REPLAYED)).as("%s", answer).contains("true");
        assertThat(answer.body()).as("body").isEqualTo(first.body());
        for (String name : List.of("Content-Type", "Content-Length", "ETag", "Location", "Cache-Control", "Link")) {
            assertThat(answer.all(name)).as(name).isEqualTo(first.all(name));
        }
    }

    /** A rejection that client programs can parse and that reveals no internals. */
    static void assertProblem(Answer answer, int status, String type) {
        assertThat(answer.status()).as("%s", answer).isEqualTo(status);
        assertThat(answer.header("Content-Type")).contains(Problem.MEDIA_TYPE);
        assertThat(answer.text())
                .startsWith("{")
                .endsWith("}")
                .contains("\"type\":\"" + type + "\"", "\"status\":" + status, "\"title\":\"");
        assertThat(type).startsWith(ProblemTypes.PREFIX);
        assertNoInternals(answer);
    }

    static void assertNoInternals(Answer answer) {
        assertThat(answer + answer.text()).doesNotContain("Exception", "io.counterfoil", "\tat ", StoreFaults.SECRET);
    }

    /** After an aborted execution: it was rolled back and is executed again, or its outcome is unknown. */
    final void assertAborted(String path, String body, String... headers) throws Exception {
        answer(this::done);
        Answer retry = post(path, body, headers);
        while (retry.text().contains(ProblemTypes.REQUEST_IN_PROGRESS)) {
            // By a clock that was set back, the lease that was given up still runs.
            retry = post(path, body, headers);
        }
        if (backend().isTransactional()) {
            assertFirst(retry, 200);
            assertThat(effects(path)).as("effects").isEqualTo(1);
            assertReplay(post(path, body, headers), retry);
        } else {
            assertProblem(retry, 409, ProblemTypes.OUTCOME_UNKNOWN);
            assertThat(retry.header(REPLAYED)).contains("true");
            assertThat(effects(path)).as("effects").isEqualTo(1);
        }
    }
}
