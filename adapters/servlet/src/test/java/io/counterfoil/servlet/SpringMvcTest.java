package io.counterfoil.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.ClientResolver;
import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HeaderNames;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.LeasePolicy;
import io.counterfoil.idempotency.store.InMemoryStore;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartResolver;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Spring MVC as it is, behind the filter: its ways to answer later, its uploads, its errors. */
@ParameterizedClass
@EnumSource(Container.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
class SpringMvcTest {

    private static final AtomicInteger EXECUTIONS = new AtomicInteger();

    private final HttpClient client = HttpClient.newHttpClient();

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Container container;

    @SuppressWarnings("NullAway.Init") // Started before the first test.
    private TestServer server;

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    static class Application {

        @Bean
        MultipartResolver multipartResolver() {
            return new StandardServletMultipartResolver();
        }
    }

    @RestController
    static class Controller {

        @PostMapping("/lease/deferred")
        DeferredResult<ResponseEntity<String>> deferred(@RequestBody String body) {
            DeferredResult<ResponseEntity<String>> result = new DeferredResult<>();
            new Thread(() -> result.setResult(answer(body))).start();
            return result;
        }

        /** Is never done: no thread of a request that was refused may count among the executions of another test. */
        @PostMapping("/deferred")
        DeferredResult<String> deferred() {
            return new DeferredResult<>();
        }

        @PostMapping("/lease/timeout")
        DeferredResult<String> timeout() {
            EXECUTIONS.incrementAndGet();
            return new DeferredResult<>(1L, "timed out");
        }

        @PostMapping("/lease/future")
        CompletableFuture<ResponseEntity<String>> future(@RequestBody String body) {
            return CompletableFuture.supplyAsync(() -> answer(body), task -> new Thread(task).start());
        }

        @PostMapping("/lease/callable")
        Callable<ResponseEntity<String>> callable(@RequestBody String body) {
            return () -> answer(body);
        }

        @PostMapping("/lease/streaming")
        ResponseEntity<StreamingResponseBody> streaming(@RequestBody String body) {
            return ResponseEntity.status(201).header("Location", "/made").body(out -> {
                String text = String.valueOf(answer(body).getBody());
                out.write(text.substring(0, 3).getBytes(UTF_8));
                out.flush();
                out.write(text.substring(3).getBytes(UTF_8));
            });
        }

        @PostMapping("/lease/failing")
        CompletableFuture<String> failing() {
            EXECUTIONS.incrementAndGet();
            return CompletableFuture.failedFuture(new IllegalStateException("broken"));
        }

        @PostMapping("/lease/refusing")
        Callable<String> refusing() {
            return () -> {
                EXECUTIONS.incrementAndGet();
                throw new org.springframework.web.server.ResponseStatusException(HttpStatus.NOT_FOUND, "no such thing");
            };
        }

        @PostMapping("/upload")
        String upload(@RequestParam("file") MultipartFile file, @RequestParam("text") String text) throws IOException {
            EXECUTIONS.incrementAndGet();
            return file.getOriginalFilename() + " " + new String(file.getBytes(), UTF_8) + " " + text;
        }

        @PostMapping("/form")
        String form(@RequestParam("a") List<String> a) {
            EXECUTIONS.incrementAndGet();
            return a.toString();
        }

        private static ResponseEntity<String> answer(String body) {
            return ResponseEntity.status(201)
                    .header("Location", "/made")
                    .body(body + " " + EXECUTIONS.incrementAndGet());
        }
    }

    @BeforeParameterizedClassInvocation
    void start() throws Exception {
        AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
        context.register(Application.class, Controller.class);
        InMemoryStore store = new InMemoryStore(Clock.systemUTC());
        HttpIdempotency transactional = idempotency(Idempotency.on(store));
        HttpIdempotency leases = idempotency(Idempotency.on(store, LeasePolicy.DEFAULT));
        Endpoints endpoints =
                request -> java.util.Optional.of(request.path().startsWith("/lease") ? leases : transactional);
        server = container.start(
                new DispatcherServlet(context),
                new CorrelationFilter(HeaderNames.DEFAULT),
                new IdempotencyFilter(endpoints));
    }

    private static HttpIdempotency idempotency(Idempotency engine) {
        return new HttpIdempotency(engine, HttpPolicy.DEFAULT, ClientResolver.header("X-Client-Name"));
    }

    @AfterParameterizedClassInvocation
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/lease/deferred", "/lease/future", "/lease/callable", "/lease/streaming"})
    @Tag("RQ-7")
    void answerThatComesLater_isRemembered(String path) throws Exception {
        EXECUTIONS.set(0);
        HttpResponse<String> first = post(path, "body", "k", "text/plain");
        HttpResponse<String> again = post(path, "body", "k", "text/plain");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).isEqualTo("body 1");
        assertThat(first.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo("body 1");
        assertThat(again.headers().firstValue("Location")).contains("/made");
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(EXECUTIONS).hasValue(1);
    }

    @Test
    @Tag("RQ-12")
    void timeOut_answersWhatTheHandlerSays() throws Exception {
        EXECUTIONS.set(0);

        assertThat(post("/lease/timeout", "", "k", "text/plain").body()).isEqualTo("timed out");
        assertThat(post("/lease/timeout", "", "k", "text/plain").body()).isEqualTo("timed out");
        assertThat(EXECUTIONS).hasValue(1);
    }

    @Test
    @Tag("RQ-13")
    void failureThatComesLater_leavesTheOutcomeUnknown() throws Exception {
        assertThat(post("/lease/failing", "", "k", "text/plain").statusCode()).isEqualTo(500);
        assertThat(post("/lease/failing", "", "k", "text/plain").body()).contains("outcome-unknown");
    }

    @Test
    @Tag("RQ-14")
    void refusalThatComesLater_isRemembered() throws Exception {
        EXECUTIONS.set(0);

        assertThat(post("/lease/refusing", "", "k", "text/plain").statusCode()).isEqualTo(404);
        assertThat(post("/lease/refusing", "", "k", "text/plain").statusCode()).isEqualTo(404);
        assertThat(EXECUTIONS).hasValue(1);
    }

    @Test
    @Tag("RQ-13")
    void asynchronousHandlerInATransaction_isRefused_andTheKeyIsFree() throws Exception {
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> refused = post("/deferred", "body", "k", "text/plain");
            assertThat(refused.statusCode()).isEqualTo(500);
            assertThat(refused.headers().firstValue("Idempotency-Replayed")).contains("false");
        }
    }

    @Test
    @Tag("RQ-11")
    void formsAndUploads_reachTheirParameters() throws Exception {
        EXECUTIONS.set(0);
        for (String boundary : List.of("one", "two")) {
            String upload = "--" + boundary
                    + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.txt\"\r\n\r\ncontents"
                    + "\r\n--" + boundary + "\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nvalue\r\n--"
                    + boundary
                    + "--\r\n";
            assertThat(post("/upload", upload, "k", "multipart/form-data; boundary=" + boundary)
                            .body())
                    .isEqualTo("f.txt contents value");
            assertThat(post("/form?a=0", "a=1&a=2", "k", "application/x-www-form-urlencoded")
                            .body())
                    .isEqualTo("[0, 1, 2]");
        }
        assertThat(EXECUTIONS).hasValue(2);
    }

    private HttpResponse<String> post(String path, String body, String key, String type) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.uri(path))
                        .header("Idempotency-Key", key)
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
