package io.counterfoil.springclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** The clients of Spring Boot's builders, as this module leaves them. */
@Tag("CO-3")
@Timeout(600)
class CorrelatedClientsTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    CounterfoilClientsAutoConfiguration.class,
                    ImperativeHttpClientAutoConfiguration.class,
                    ReactiveHttpClientAutoConfiguration.class,
                    RestClientAutoConfiguration.class,
                    RestTemplateAutoConfiguration.class,
                    WebClientAutoConfiguration.class));

    private ScriptedServer server;

    @BeforeEach
    void start() throws IOException {
        server = ScriptedServer.answering(seen -> ScriptedReply.of(200, "seen"));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /** What posts a body with these header fields. */
    enum Client {
        REST_CLIENT {
            @Override
            void post(ApplicationContext beans, URI uri, Map<String, String> headers) {
                beans.getBean(RestClient.Builder.class)
                        .build()
                        .post()
                        .uri(uri)
                        .headers(fields -> headers.forEach(fields::set))
                        .body("seats")
                        .retrieve()
                        .toBodilessEntity();
            }
        },
        REST_TEMPLATE {
            @Override
            void post(ApplicationContext beans, URI uri, Map<String, String> headers) {
                HttpHeaders fields = new HttpHeaders();
                headers.forEach(fields::set);
                beans.getBean(RestTemplateBuilder.class)
                        .build()
                        .exchange(uri, HttpMethod.POST, new HttpEntity<>("seats", fields), String.class);
            }
        },
        WEB_CLIENT {
            @Override
            void post(ApplicationContext beans, URI uri, Map<String, String> headers) {
                beans.getBean(WebClient.Builder.class)
                        .build()
                        .post()
                        .uri(uri)
                        .headers(fields -> headers.forEach(fields::set))
                        .bodyValue("seats")
                        .retrieve()
                        .toBodilessEntity()
                        .block();
            }
        };

        abstract void post(ApplicationContext beans, URI uri, Map<String, String> headers);
    }

    private SeenRequest posted(ApplicationContextRunner runner, Client client, Map<String, String> headers) {
        runner.run(context -> {
            Correlation.Scope scope = Correlation.open(CorrelationId.parse("abcd"));
            try (scope) {
                client.post(context, server.uri(), headers);
            }
        });
        return server.seen().get(0);
    }

    @ParameterizedTest
    @EnumSource
    void requestWithoutAKey_carriesAnExtensionOfTheCurrentId(Client client) {
        SeenRequest seen = posted(application, client, Map.of());

        assertThat(seen.body()).isEqualTo("seats");
        assertThat(seen.headers()).doesNotContainKey("idempotency-key");
        assertThat(CorrelationId.parse(seen.header("Correlation-Id")).parent()).hasValue(CorrelationId.parse("abcd"));
    }

    @ParameterizedTest
    @EnumSource
    void headerOfTheCaller_stays(Client client) {
        assertThat(posted(application, client, Map.of("Correlation-Id", "mine")).header("Correlation-Id"))
                .isEqualTo("mine");
    }

    @ParameterizedTest
    @EnumSource
    void namesOfThePolicy_holdForRequestsToo(Client client) {
        HeaderNames names =
                new HeaderNames("Key", "Attempt", "Replayed", "First", "Before", "Count", "Kept", "X-Story");
        ApplicationContextRunner renamed =
                application.withBean(HttpPolicy.class, () -> HttpPolicy.DEFAULT.withNames(names));

        SeenRequest seen = posted(renamed, client, Map.of());

        assertThat(seen.header("X-Story")).startsWith("abcd.");
        assertThat(seen.header("Correlation-Id")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void exclusion_leavesTheClientsAlone(Client client) {
        ApplicationContextRunner off = new ApplicationContextRunner()
                .withUserConfiguration(Everything.class)
                .withPropertyValues(
                        "spring.autoconfigure.exclude=" + CounterfoilClientsAutoConfiguration.class.getName());

        assertThat(posted(off, client, Map.of()).header("Correlation-Id")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"REST_CLIENT", "REST_TEMPLATE"})
    void withoutWebClient_theOthersAreCaredFor(Client client) {
        ApplicationContextRunner without = application.withClassLoader(
                new FilteredClassLoader(WebClient.class.getPackageName(), WebClientCustomizer.class.getPackageName()));

        assertThat(posted(without, client, Map.of()).header("Correlation-Id")).startsWith("abcd.");
    }

    /** An application with all that is configured by itself. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Everything {}
}
