package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.TestPostgres;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.HandlerTypePredicate;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurationSupport;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.springframework.web.util.pattern.PathPatternParser;

/** The console in applications that configure Spring MVC in ways of their own: it is where it was, and refuses whom it refused. */
@ParameterizedClass
@EnumSource(HostConfigurationTest.Host.class)
@Timeout(600)
@Tag("CN-3")
class HostConfigurationTest {

    private static final List<String> PATHS = List.of("", "services", "api/session", "api/records", "api/decisions");

    private final Host host;
    private RunningShop shop;

    HostConfigurationTest(Host host) {
        this.host = host;
    }

    enum Host {
        PREFIX(Prefix.class),
        OWN_MVC(OwnMvc.class),
        ANY_CASE(AnyCase.class),
        CATCH_ALL(CatchAll.class),
        WRAPPED(Wrapped.class);

        private final Class<?> configuration;

        Host(Class<?> configuration) {
            this.configuration = configuration;
        }
    }

    /** All handlers below a version. */
    static class Prefix implements WebMvcConfigurer {

        @Override
        public void configurePathMatch(PathMatchConfigurer paths) {
            paths.addPathPrefix("/v1", HandlerTypePredicate.forAnnotation(RestController.class));
        }
    }

    /** No configurer of others has an effect. */
    static class OwnMvc extends WebMvcConfigurationSupport {}

    /** Addresses in any case. */
    static class AnyCase implements WebMvcConfigurer {

        @Override
        public void configurePathMatch(PathMatchConfigurer paths) {
            PathPatternParser parser = new PathPatternParser();
            parser.setCaseSensitive(false);
            paths.setPatternParser(parser);
        }
    }

    /** One page for all that is not found. */
    @RestController
    static class CatchAll {

        @GetMapping("/**")
        String page() {
            return "<p>page of the application</p>";
        }
    }

    /** Every response in an envelope. */
    @RestControllerAdvice
    static class Wrapped implements ResponseBodyAdvice<Object> {

        @Override
        public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
            return true;
        }

        @Override
        public Object beforeBodyWrite(
                @Nullable Object body,
                MethodParameter returned,
                MediaType type,
                Class<? extends HttpMessageConverter<?>> converter,
                ServerHttpRequest request,
                ServerHttpResponse response) {
            return Map.of("data", String.valueOf(body));
        }
    }

    @BeforeEach
    void open() {
        shop = RunningShop.configured(TestPostgres.freshDatabase(), host.configuration);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void viewer_seesThePage_andItsFiles() throws Exception {
        assertThat(shop.get("victor", "").body()).contains("page/console.js");
        assertThat(shop.get("victor", "page/console.js").body()).contains("import");
        assertThat(shop.get("", "parts/app.css").body()).contains("--paper");
    }

    @Test
    void viewer_seesRecords() throws Exception {
        assertThat(shop.json("victor", "api/records").get("records")).isEmpty();
    }

    @Test
    void refusal_isAProblem() throws Exception {
        var refused = shop.get("victor", "api/records?state=lost");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(RunningShop.read(refused).get("field").asString()).isEqualTo("state");
    }

    @Test
    void anonymousUser_isNeverShownAnything() throws Exception {
        for (String path : PATHS) {
            for (String base : List.of("/counterfoil/", "/v1/counterfoil/", "/COUNTERFOIL/", "/%63ounterfoil/")) {
                var response = shop.get("", base + path);

                assertThat(response.statusCode() == 401
                                || response.statusCode() == 404
                                || response.body().equals("<p>page of the application</p>"))
                        .as(base + path + " " + response.statusCode() + " " + response.body())
                        .isTrue();
            }
        }
    }

    @Test
    void viewer_decidesNothing() throws Exception {
        String id = UUID.randomUUID().toString();
        shop.dieOrdering(id, "tea");

        assertThat(shop.decide("victor", id, "{\"happened\": false, \"reason\": \"r\"}")
                        .statusCode())
                .isEqualTo(403);
    }
}
