package io.counterfoil.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartResolver;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

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

        /** Is never done: no thread of a request that was refused may count among the executions of another test. */
        @PostMapping("/deferred")
        DeferredResult<String> deferred() {
            return new DeferredResult<>();
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
    }

    @BeforeParameterizedClassInvocation
    void start() throws Exception {
        AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
        context.register(Application.class, Controller.class);
        InMemoryStore store = new InMemoryStore(Clock.systemUTC());
        HttpIdempotency transactional = idempotency(Idempotency.on(store));
        Endpoints endpoints = Endpoints.all(transactional);
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
