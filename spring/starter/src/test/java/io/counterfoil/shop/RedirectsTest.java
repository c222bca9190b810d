package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Redirects of the embedded web server, as the application sets it. */
@Timeout(600)
@Tag("RQ-22")
class RedirectsTest {

    @RestController
    static class Redirecting {

        @PostMapping("/redirect")
        void redirect(HttpServletResponse response) throws IOException {
            response.sendRedirect("/elsewhere?a=1");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void location_isThatWithoutAKey_asTheServerIsSet(boolean relative) throws Exception {
        String setting = "--server.tomcat.use-relative-redirects=" + relative;
        try (Shop shop = Shop.open(List.of(Redirecting.class), setting)) {
            Optional<String> without = location(shop.send("POST", "/redirect", ""));
            HttpResponse<String> first = shop.post("/redirect", "key", "");
            HttpResponse<String> replay = shop.post("/redirect", "key", "");

            assertThat(without.orElseThrow()).matches(relative ? "/elsewhere.a=1" : "http://.*/elsewhere.a=1");
            assertThat(location(first)).isEqualTo(without);
            assertThat(Shop.isReplay(replay)).isTrue();
            assertThat(location(replay)).isEqualTo(without);
        }
    }

    private static Optional<String> location(HttpResponse<String> response) {
        return response.headers().firstValue("Location");
    }
}
