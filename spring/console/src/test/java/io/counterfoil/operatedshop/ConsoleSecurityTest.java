package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.TestPostgres;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;

/** Who may see and act, behind Spring Security. */
@Timeout(600)
@Tag("CN-3")
class ConsoleSecurityTest {

    private static final String NOT_HAPPENED = "{\"happened\": false, \"reason\": \"looked at the bank\"}";
    private static final String[] ACTION = {"Content-Type", "application/json", "Counterfoil-Console", "action"};

    private static RunningShop shop;

    private final String id = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        shop = RunningShop.secured(TestPostgres.freshDatabase(), "--counterfoil.console.result-role=AUDITOR");
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static void assertProblem(HttpResponse<String> response, int status, String type) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(RunningShop.read(response).get("type").asString()).isEqualTo("urn:counterfoil:problem:" + type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "services", "api/session", "api/records", "api/decisions", "page/console.js"})
    void anonymousUser_isNotAuthenticated(String path) throws Exception {
        assertProblem(shop.get("", path), 401, "not-authenticated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nils", "audrey"})
    void userWithoutTheRole_isForbidden(String user) throws Exception {
        assertProblem(shop.get(user, "api/records"), 403, "not-an-operator");
    }

    @ParameterizedTest
    @CsvSource({"victor, false, false", "olga, true, false", "rita, false, true"})
    void session_saysWhatTheUserMay(String user, boolean act, boolean results) throws Exception {
        var session = shop.json(user, "api/session");

        assertThat(session.get("user").asString()).isEqualTo(user);
        assertThat(session.get("act").asBoolean()).isEqualTo(act);
        assertThat(session.get("results").asBoolean()).isEqualTo(results);
    }

    @Test
    void parts_areReadByEveryone() throws Exception {
        assertThat(shop.get("", "parts/app.css").statusCode()).isEqualTo(200);
    }

    @Test
    void page_isRestrictedToItsOwnFiles() throws Exception {
        HttpResponse<String> page = shop.get("victor", "");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; script-src 'self'");
        assertThat(page.body()).contains("page/console.js").doesNotContain("http://", "https://");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "api/session", "page/console.js"})
    void response_isNotStored(String path) throws Exception {
        assertThat(shop.get("victor", path).headers().allValues("Cache-Control"))
                .isNotEmpty()
                .allMatch(value -> value.contains("no-store"));
    }

    @Test
    void addressWithoutSlash_leadsToThePage() throws Exception {
        HttpResponse<String> response = shop.get("victor", "/counterfoil");

        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location")).contains("counterfoil/");
    }

    @Test
    void viewer_mayNotAct() throws Exception {
        shop.dieOrdering(id, "tea");

        assertProblem(shop.decide("victor", id, NOT_HAPPENED), 403, "not-an-operator");

        assertThat(shop.json("victor", "api/records?state=unknown&requestId=" + id)
                        .get("records"))
                .hasSize(1);
    }

    @Test
    void operator_acts() throws Exception {
        shop.dieOrdering(id, "tea");

        assertThat(shop.decide("olga", id, NOT_HAPPENED).statusCode()).isEqualTo(200);
    }

    @Test
    void operator_withoutTheToken_isForbidden() throws Exception {
        shop.dieOrdering(id, "tea");
        String path = "api/records/" + shop.id("olga", id) + "/decision";

        assertThat(shop.post("olga", path, NOT_HAPPENED, ACTION).statusCode()).isEqualTo(403);

        assertThat(shop.json("olga", "api/records?state=unknown&requestId=" + id)
                        .get("records"))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"olga, 403", "victor, 403", "rita, 200"})
    void storedResponse_isShownToItsRoleAlone(String user, int status) throws Exception {
        shop.order(id, "tea");

        HttpResponse<String> result = shop.get(user, "api/records/" + shop.id(user, id) + "/result");

        assertThat(result.statusCode()).isEqualTo(status);
        assertThat(result.body().contains("secret receipt of tea")).isEqualTo(status == 200);
    }

    @Test
    void record_hasNothingOfItsResponse() throws Exception {
        shop.order(id, "tea");

        assertThat(shop.get("rita", "api/records/" + shop.id("rita", id)).body())
                .doesNotContain("secret receipt");
    }

    /** What a single-page application of the service uses, for all of it. */
    static class TokenInACookie {

        @Bean
        @Order(1)
        SecurityFilterChain consoleChain(HttpSecurity http) throws Exception {
            return http.securityMatcher("/counterfoil/**")
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.csrfTokenRepository(CookieCsrfTokenRepository.withHttpOnlyFalse()))
                    .build();
        }
    }

    @Test
    void tokenInACookie_isGivenToThePage() throws Exception {
        try (RunningShop cookies = RunningShop.configured(TestPostgres.freshDatabase(), TokenInACookie.class)) {
            cookies.dieOrdering(id, "tea");
            String path = "api/records/" + cookies.id("olga", id) + "/decision";

            assertThat(cookies.post("olga", path, NOT_HAPPENED, ACTION).statusCode())
                    .isEqualTo(403);
            assertThat(cookies.decide("olga", id, NOT_HAPPENED).statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"})
    void anonymousUser_learnsNothing_byAnyMethod(String method) throws Exception {
        shop.order(id, "tea");

        for (String path : List.of("", "api/records", "api/records/" + shop.id("rita", id) + "/result")) {
            HttpResponse<String> response = shop.as("", method, path);

            assertThat(response.statusCode()).as(path).isIn(401, 403, 405);
            assertThat(response.body()).doesNotContain("secret receipt", id);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "application/json;charset=UTF-8, 200",
        "APPLICATION/JSON, 200",
        "application/json-patch+json, 415",
        "application/x-www-form-urlencoded, 415",
        "text/plain;a=application/json, 415",
        "nonsense, 415"
    })
    void action_isOfJson(String type, int status) throws Exception {
        shop.dieOrdering(id, "tea");

        assertThat(shop.decideAs("olga", id, NOT_HAPPENED, type).statusCode()).isEqualTo(status);
    }
}
