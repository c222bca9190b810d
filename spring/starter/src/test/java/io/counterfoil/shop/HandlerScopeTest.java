package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.UrlHandlerFilter;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.util.pattern.PathPatternParser;

/** Whatever finds the handler: one handler with one set of variables is one operation, and has one set of settings. */
@Timeout(600)
@Tag("RQ-3")
@Tag("RQ-19")
class HandlerScopeTest {

    private static final String REQUIRED = "--counterfoil.endpoints[0].path=/v1/items/{item}";

    @RestController
    static class Items {

        private final Sales sales;

        Items(Sales sales) {
            this.sales = sales;
        }

        @PostMapping({"/v1/items/{item}", "/items/{item}"})
        String sell(@PathVariable String item) {
            return item + " " + sales.sell(item);
        }

        @PostMapping("/files/*/parts/**")
        String part() {
            return "part " + sales.sell("part");
        }

        @PatchMapping("/v1/items/{item}")
        String change(@PathVariable String item) {
            return item + " " + sales.sell("changed");
        }
    }

    @Controller
    static class Forwarding {

        @PostMapping("/forwarded")
        String forward() {
            return "forward:/v1/items/forwarded";
        }
    }

    static class AnyCase implements WebMvcConfigurer {

        @Override
        public void configurePathMatch(PathMatchConfigurer paths) {
            PathPatternParser parser = new PathPatternParser();
            parser.setCaseSensitive(false);
            paths.setPatternParser(parser);
        }
    }

    static class TrailingSlashes {

        @Bean
        UrlHandlerFilter slashes() {
            return UrlHandlerFilter.trailingSlashHandler("/**").wrapRequest().build();
        }
    }

    static class Rewriting {

        @Bean
        HttpFilter rewriting() {
            return new HttpFilter() {
                private static final long serialVersionUID = 1L;

                @Override
                protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                        throws IOException, ServletException {
                    chain.doFilter(
                            new HttpServletRequestWrapper(request) {
                                @Override
                                public String getRequestURI() {
                                    return super.getRequestURI().replace("/old/", "/v1/items/");
                                }

                                @Override
                                public String getServletPath() {
                                    return super.getServletPath().replace("/old/", "/v1/items/");
                                }
                            },
                            response);
                }
            };
        }
    }

    static class Functions {

        @Bean
        RouterFunction<ServerResponse> routes(Sales sales) {
            return RouterFunctions.route()
                    .POST(
                            "/functions/{item}",
                            request -> ServerResponse.ok()
                                    .body(request.pathVariable("item") + " " + sales.sell("function")))
                    .build();
        }
    }

    private static Shop open(Class<?> matching, String... properties) {
        return Shop.open(List.of(Items.class, Sales.class, matching), properties);
    }

    private static void assertOneOperation(Shop shop, String... paths) throws Exception {
        HttpResponse<String> first = shop.post(paths[0], "key", "");
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        for (String path : paths) {
            HttpResponse<String> again = shop.post(path, "key", "");
            assertThat(again.body()).as(path).isEqualTo(first.body());
            assertThat(Shop.isReplay(again)).as(path).isTrue();
        }
        assertThat(shop.records("key")).isEqualTo(1);
    }

    @Test
    void plainSpelling_isNamedByItsPath() throws Exception {
        try (Shop shop = open(Functions.class)) {
            shop.post("/v1/items/5", "method", "");
            shop.post("/functions/5", "function", "");
            shop.post("/files/a/parts/b/c", "wildcards", "");

            assertThat(shop.record("operation", "method")).isEqualTo("POST /items/5");
            assertThat(shop.record("operation", "function")).isEqualTo("POST /functions/5");
            assertThat(shop.record("operation", "wildcards")).isEqualTo("POST /files/a/parts/b/c");
        }
    }

    @Test
    void variables_areTakenApart_oneToOne() throws Exception {
        try (Shop shop = open(Functions.class)) {
            for (String item : List.of("a%3Bb", "a", "a%252Fb", "a%2525", "A")) {
                assertThat(Shop.isReplay(shop.post("/v1/items/" + item, "key", "")))
                        .as(item)
                        .isFalse();
            }
            assertThat(shop.records("key")).isEqualTo(5);
        }
    }

    @Test
    void patternsOfOneHandler_areOneOperation() throws Exception {
        try (Shop shop = open(Functions.class)) {
            assertOneOperation(shop, "/v1/items/a", "/items/a", "/items/%61", "/v1/items/a;x=y");
        }
    }

    @Test
    void lettersOfAnyCase_areOneOperation_withItsSettings() throws Exception {
        try (Shop shop = open(AnyCase.class, REQUIRED, "--counterfoil.endpoints[0].key.required=true")) {
            assertThat(shop.send("POST", "/V1/ITEMS/a", "").statusCode()).isEqualTo(400);
            assertOneOperation(shop, "/v1/items/a", "/V1/Items/a", "/ITEMS/a");
        }
        try (Shop shop = open(AnyCase.class)) {
            assertOneOperation(shop, "/files/a/parts/b", "/Files/a/PARTS/b");
        }
    }

    @Test
    void trailingSlash_isTheSameOperation_withItsSettings() throws Exception {
        try (Shop shop = open(TrailingSlashes.class, REQUIRED, "--counterfoil.endpoints[0].key.required=true")) {
            assertThat(shop.send("POST", "/v1/items/a/", "").statusCode()).isEqualTo(400);
            assertOneOperation(shop, "/v1/items/a", "/v1/items/a/");
        }
    }

    @Test
    void antPatterns_areTheSameOperations() throws Exception {
        try (Shop shop = open(Functions.class, "--spring.mvc.pathmatch.matching-strategy=ant_path_matcher")) {
            assertOneOperation(shop, "/v1/items/a", "/items/a", "/v1/items/%61", "/v1/items/a;x=y");
            shop.post("/files/a/parts/b/c", "wildcards", "");
            assertThat(shop.record("operation", "wildcards")).isEqualTo("POST /files/a/parts/b/c");
        }
    }

    @Test
    void rewrittenPath_isThatOfItsHandler_withItsSettings() throws Exception {
        try (Shop shop = open(Rewriting.class, REQUIRED, "--counterfoil.endpoints[0].key.required=true")) {
            assertThat(shop.send("POST", "/old/a", "").statusCode()).isEqualTo(400);
            assertOneOperation(shop, "/v1/items/a", "/old/a");
        }
    }

    @Test
    void forwardedPrefix_isNoPartOfTheOperation() throws Exception {
        try (Shop shop = open(Functions.class, "--server.forward-headers-strategy=framework")) {
            String first = shop.post("/v1/items/a", "key", "").body();

            assertThat(shop.post("/v1/items/a", "key", "", "X-Forwarded-Prefix", "/one")
                            .body())
                    .isEqualTo(first);
            assertThat(shop.post("/v1/items/a", "key", "", "X-Forwarded-Prefix", "/two")
                            .body())
                    .isEqualTo(first);
            assertThat(shop.records("key")).isEqualTo(1);
        }
    }

    @Test
    void contextAndServletPath_areInFrontOfTheOperation() throws Exception {
        try (Shop shop =
                open(Functions.class, "--server.servlet.context-path=/shop", "--spring.mvc.servlet.path=/api")) {
            shop.post("/shop/api/v1/items/a", "key", "");

            assertThat(shop.record("operation", "key")).isEqualTo("POST /shop/api/items/a");
        }
    }

    @Test
    void hiddenMethod_isTheMethodOfTheOperation() throws Exception {
        try (Shop shop = open(Functions.class, "--spring.mvc.hiddenmethod.filter.enabled=true")) {
            String first = shop.send("PATCH", "/v1/items/a", "", "Idempotency-Key", "key")
                    .body();

            HttpResponse<String> hidden = shop.post("/v1/items/a?_method=patch", "key", "");

            assertThat(hidden.body()).isEqualTo(first);
            assertThat(shop.records("key")).isEqualTo(1);
        }
    }

    @Test
    void forwardInsideAHandler_isPartOfItsWork() throws Exception {
        try (Shop shop = open(Forwarding.class)) {
            assertOneOperation(shop, "/forwarded");
            assertThat(shop.record("operation", "key")).isEqualTo("POST /forwarded");
            assertThat(shop.sales("forwarded")).isEqualTo(1);
        }
    }
}
