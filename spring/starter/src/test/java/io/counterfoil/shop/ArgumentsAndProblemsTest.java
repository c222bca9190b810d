package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.springboot.settings.PolicyCustomizer;
import io.counterfoil.springboot.web.EngineExceptionHandler;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
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
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** What a handler is given, and what becomes of the engine's exceptions that it lets through. */
@Timeout(600)
class ArgumentsAndProblemsTest {

    private static Shop shop;

    private final String key = UUID.randomUUID().toString();

    @RestControllerAdvice
    static class OwnAnswers {

        @ExceptionHandler
        ResponseEntity<String> gone(StoreException gone) {
            return ResponseEntity.status(418).body("own");
        }

        @ExceptionHandler
        ResponseEntity<String> gone(DataAccessResourceFailureException gone) {
            return ResponseEntity.status(418).body("own");
        }
    }

    @RestControllerAdvice
    static class CatchAll extends EngineExceptionHandler {

        @ExceptionHandler
        ResponseEntity<String> unexpected(Exception failure) {
            return ResponseEntity.status(418).body("own");
        }
    }

    static class Documented {

        @Bean
        PolicyCustomizer documented() {
            return policies -> policies.withHttp(
                            policy -> policy.withDocumentation(URI.create("https://example.org/keys")))
                    .withIdempotency(policy ->
                            policy.withDuplicates(duplicates -> duplicates.withRetryAfter(Duration.ofMillis(1500))));
        }
    }

    static class OwnResolver {

        @Bean
        HandlerExceptionResolver own() {
            return (request, response, handler, thrown) -> {
                if (!(thrown instanceof QueryTimeoutException)) {
                    return null;
                }
                response.setStatus(418);
                return new ModelAndView();
            };
        }
    }

    /** In place of the starter's. */
    static class WithoutProblems {

        @Bean
        HandlerExceptionResolver engineProblems() {
            return (request, response, handler, thrown) -> null;
        }
    }

    @BeforeAll
    static void open() {
        shop = Shop.open(List.of(ArgumentsController.class, Counter.class, Sales.class, Documented.class));
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @Test
    @Tag("RQ-5")
    @Tag("RQ-10")
    void handler_isGivenKeyRightAttemptAndClient() throws Exception {
        assertThat(shop.post("/all", key, "", "Idempotency-Attempt", "7").body())
                .isEqualTo("customer POST /all " + key + ", 7, customer, true, true");
    }

    @Test
    void whatMayBeMissing_isEmpty() throws Exception {
        assertThat(shop.send("POST", "/optional", "").body()).isEqualTo("false false false");
        assertThat(shop.post("/optional", key, "", "Idempotency-Attempt", "7").body())
                .isEqualTo("true true true");
    }

    @Test
    @Tag("RQ-2")
    void whatAHandlerNeeds_missing_isAProblem() throws Exception {
        HttpResponse<String> refused = shop.send("POST", "/all", "");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("\"field\":\"Idempotency-Key\"");
    }

    @ParameterizedTest
    @CsvSource({
        "/store, 503, store-unavailable, false, 1",
        "/store-broken, 503, store-unavailable, false, 1",
        "/identifier, 400, bad-header, false,",
        "/nested, 409, request-in-progress, true, 2",
        "/large, 409, response-not-stored, true,",
        "/reused, 422, key-reused, false,",
        "/unknown, 409, outcome-unknown, true,"
    })
    void exceptionOfTheEngine_isAProblem(String path, int status, String type, String replayed, String retryAfter)
            throws Exception {
        HttpResponse<String> problem = shop.send("GET", path, "");

        assertThat(problem.statusCode()).isEqualTo(status);
        assertThat(problem.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(problem.body()).contains("urn:counterfoil:problem:" + type);
        assertThat(problem.headers().firstValue("Idempotency-Replayed")).contains(replayed);
        assertThat(problem.headers().firstValue("Retry-After").orElse(null)).isEqualTo(retryAfter);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/failing/broken", "/failing/gone", "/cut-off", "/commit-broken"})
    @Tag("RQ-14")
    void databaseThatFailsUnderAKey_isAProblem_andTheKeyIsFree(String path) throws Exception {
        HttpResponse<String> problem = shop.post(path, key, "");

        assertThat(problem.statusCode()).isEqualTo(503);
        assertThat(problem.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(problem.body()).contains("urn:counterfoil:problem:store-unavailable");
        assertThat(problem.headers().firstValue("Idempotency-Replayed")).contains("false");
        assertThat(problem.headers().firstValue("Retry-After")).contains("1");
        assertThat(problem.headers().firstValue("Link")).contains("<https://example.org/keys>; rel=\"describedby\"");
        assertThat(shop.records(key)).isZero();
    }

    @Test
    void databaseThatFails_withoutAKey_orForGood_isNoneOfOurs() throws Exception {
        assertThat(shop.send("POST", "/failing/gone", "").statusCode()).isEqualTo(500);
        assertThat(shop.post("/failing/for-good", key, "").statusCode()).isEqualTo(500);
        assertThat(shop.post("/failing/slow", key, "").statusCode()).isEqualTo(500);
    }

    @Test
    void answersOfTheApplication_comeFirst() throws Exception {
        try (Shop own = Shop.open(
                List.of(ArgumentsController.class, Counter.class, Sales.class, OwnAnswers.class, OwnResolver.class))) {
            assertThat(own.send("GET", "/store", "").statusCode()).isEqualTo(418);
            assertThat(own.post("/failing/gone", key, "").statusCode()).isEqualTo(418);
            assertThat(own.post("/failing/slow", key, "").statusCode()).isEqualTo(418);
            assertThat(own.send("GET", "/identifier", "").statusCode()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {CatchAll.class, WithoutProblems.class})
    void catchAll_onTheBaseOfTheStarter_takesWhatIsNotTheEngines(Class<?> more) throws Exception {
        try (Shop own = Shop.open(List.of(
                ArgumentsController.class, Counter.class, Sales.class, CatchAll.class, Documented.class, more))) {
            assertThat(own.send("GET", "/store-broken", "").statusCode()).isEqualTo(503);
            assertThat(own.send("GET", "/identifier", "").statusCode()).isEqualTo(400);
            assertThat(own.send("GET", "/nested", "").statusCode()).isEqualTo(409);
            assertThat(own.send("GET", "/reused", "").headers().firstValue("Link"))
                    .contains("<https://example.org/keys>; rel=\"describedby\"");
            assertThat(own.send("POST", "/failing/for-good", "").statusCode()).isEqualTo(418);
        }
    }

    @Test
    void problems_canBeSwitchedOff() throws Exception {
        try (Shop without =
                Shop.open(List.of(ArgumentsController.class, Counter.class, Sales.class, WithoutProblems.class))) {
            assertThat(without.send("GET", "/store", "").statusCode()).isEqualTo(500);
            assertThat(without.send("GET", "/identifier", "").statusCode()).isEqualTo(500);
        }
    }
}
