package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Every response lets the page of its own request read it, wherever CORS is configured. */
@Timeout(600)
@Tag("RQ-7")
class CrossOriginTest {

    private static final String ONE = "https://one.example";
    private static final String OTHER = "https://other.example";
    private static final String[] ORIGINS = {ONE, OTHER};

    @RestController
    static class Items {

        private final Sales sales;

        Items(Sales sales) {
            this.sales = sales;
        }

        @PostMapping("/items")
        String sell(@RequestBody(required = false) String body) {
            return "item " + sales.sell("item");
        }
    }

    @RestController
    @CrossOrigin(
            origins = {ONE, OTHER},
            exposedHeaders = "Idempotency-Replayed")
    static class Annotated extends Items {

        Annotated(Sales sales) {
            super(sales);
        }
    }

    static class InSpringMvc implements WebMvcConfigurer {

        @Override
        public void addCorsMappings(CorsRegistry registry) {
            registry.addMapping("/**").allowedOrigins(ORIGINS).exposedHeaders("Idempotency-Replayed");
        }
    }

    private static UrlBasedCorsConfigurationSource source() {
        CorsConfiguration configuration = new CorsConfiguration();
        configuration.setAllowedOrigins(List.of(ORIGINS));
        configuration.setExposedHeaders(List.of("Idempotency-Replayed"));
        configuration.addAllowedHeader("*");
        configuration.addAllowedMethod("POST");
        UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
        source.registerCorsConfiguration("/**", configuration);
        return source;
    }

    static class ByFilter {

        @Bean
        CorsFilter cors() {
            return new CorsFilter(source());
        }
    }

    @EnableWebSecurity
    static class BySecurity {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .cors(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .build();
        }

        @Bean
        UrlBasedCorsConfigurationSource corsConfigurationSource() {
            return source();
        }

        @Bean
        DelegatingFilterProxyRegistrationBean chainRegistration() {
            DelegatingFilterProxyRegistrationBean registration =
                    new DelegatingFilterProxyRegistrationBean("springSecurityFilterChain");
            registration.setOrder(-100);
            return registration;
        }
    }

    /** Spring Security takes the settings of Spring MVC where it has none of its own. */
    @EnableWebSecurity
    static class BySecurityAndSpringMvc extends InSpringMvc {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .cors(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .build();
        }

        @Bean
        DelegatingFilterProxyRegistrationBean chainRegistration() {
            DelegatingFilterProxyRegistrationBean registration =
                    new DelegatingFilterProxyRegistrationBean("springSecurityFilterChain");
            registration.setOrder(-100);
            return registration;
        }
    }

    private static Optional<String> origin(HttpResponse<String> response) {
        List<String> origins = response.headers().allValues("Access-Control-Allow-Origin");
        assertThat(origins).hasSizeLessThanOrEqualTo(1);
        return origins.stream().findFirst();
    }

    private static void assertReadable(HttpResponse<String> response, int status, String origin) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(origin(response)).as(status + " for " + origin).contains(origin);
        assertThat(response.headers().firstValue("Access-Control-Expose-Headers"))
                .as(status + " for " + origin)
                .contains("Idempotency-Replayed");
    }

    private static void assertReadable(Class<?> controller, Class<?>... configuration) throws Exception {
        List<Class<?>> parts = new ArrayList<>(List.of(controller, Sales.class));
        parts.addAll(List.of(configuration));
        try (Shop shop = Shop.open(parts, "--counterfoil.limits.body-size=10B")) {
            assertReadable(shop.post("/items", "key", "", "Origin", ONE), 200, ONE);
            HttpResponse<String> replay = shop.post("/items", "key", "", "Origin", OTHER);
            assertReadable(replay, 200, OTHER);
            assertThat(Shop.isReplay(replay)).isTrue();
            assertThat(replay.headers().allValues("Vary")).contains("Origin");
            assertReadable(shop.post("/items", "key", "reused", "Origin", OTHER), 422, OTHER);
            assertReadable(shop.post("/items", "k".repeat(300), "", "Origin", ONE), 400, ONE);
            assertReadable(shop.post("/items", "large", "x".repeat(11), "Origin", ONE), 413, ONE);
            assertThat(origin(shop.post("/items", "key", ""))).as("of no page").isEmpty();

            shop.post("/items", "without", "");
            assertReadable(shop.post("/items", "without", "", "Origin", ONE), 200, ONE);
            assertThat(shop.post("/items", "foreign", "", "Origin", "https://foreign.example")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(shop.records("foreign")).isZero();
            assertThat(shop.sales("item")).isEqualTo(2);
        }
    }

    @Test
    void mappingsOfSpringMvc_areForEveryResponse() throws Exception {
        assertReadable(Items.class, InSpringMvc.class);
    }

    @Test
    void annotation_isForEveryResponse() throws Exception {
        assertReadable(Annotated.class);
    }

    @Test
    void filter_isForEveryResponse() throws Exception {
        assertReadable(Items.class, ByFilter.class);
    }

    @Test
    void springSecurity_isForEveryResponse() throws Exception {
        assertReadable(Items.class, BySecurity.class);
    }

    @Test
    void springSecurityWithMappings_isForEveryResponse() throws Exception {
        assertReadable(Items.class, BySecurityAndSpringMvc.class);
    }
}
