package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The request and its retry in the README: what is shown there of the responses is what the application answers. It needs no broker. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadmeTest {

    private static final Pattern REQUEST = Pattern.compile("localhost:8080(\\S+) .*?-d '(\\{.*?})'", Pattern.DOTALL);
    private static final Pattern RESPONSE =
            Pattern.compile("^HTTP/1.1 (\\d+)\n((?:Idempotency-.*\n)+)(\\{.*})$", Pattern.MULTILINE);
    private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\":");

    private final HttpClient client = HttpClient.newHttpClient();
    private ConfigurableApplicationContext application;

    @BeforeAll
    void start() {
        DataSource dataSource = TestPostgres.freshDatabase().reusing("test").dataSource();
        application = new SpringApplicationBuilder(OrdersApplication.class)
                .initializers(context -> context.getBeanFactory().registerSingleton("dataSource", dataSource))
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.rabbitmq.listener.simple.auto-startup=false");
    }

    @AfterAll
    void stop() {
        application.close();
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-8")
    void responses_inTheReadme_areThoseOfTheApplication() throws Exception {
        String readme = readme();
        MatchResult request = REQUEST.matcher(readme).results().findFirst().orElseThrow();
        List<MatchResult> responses = RESPONSE.matcher(readme).results().toList();

        assertThat(responses).hasSize(2);
        for (int attempt = 1; attempt <= responses.size(); attempt++) {
            MatchResult shown = responses.get(attempt - 1);
            HttpResponse<String> response = send(request.group(1), request.group(2), attempt);

            assertThat(response.statusCode()).isEqualTo(Integer.parseInt(shown.group(1)));
            assertThat(response.headers().map().keySet().stream().filter(name -> name.startsWith("idempotency-")))
                    .containsExactlyInAnyOrderElementsOf(names(shown.group(2)));
            assertThat(response.headers().firstValue("Idempotency-Replayed").orElseThrow())
                    .isEqualTo(Boolean.toString(attempt > 1));
            assertThat(members(response.body())).isEqualTo(members(shown.group(3)));
        }
    }

    private HttpResponse<String> send(String path, String body, int attempt) throws IOException, InterruptedException {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(Duration.ofMinutes(2))
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", "\"readme\"")
                        .header("Idempotency-Attempt", Integer.toString(attempt))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String readme() throws IOException {
        return Files.readString(Path.of("../../README.md"));
    }

    private static List<String> names(String header) {
        return header.lines()
                .map(line -> line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT))
                .toList();
    }

    private static Set<String> members(String json) {
        return MEMBER.matcher(json)
                .results()
                .map(member -> member.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
