package io.counterfoil.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpResponse;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Fields that answer the origin of one request. */
@ParameterizedClass
@EnumSource(Container.class)
@Tag("RQ-7")
class CrossOriginTest extends ServletScenarios {

    private static final String A = "https://a.example";
    private static final String B = "https://b.example";

    /** As any filter for cross-origin requests: it answers the origin that the request has. */
    private static void allow(HttpServletRequest request, HttpServletResponse response) {
        response.addHeader("Vary", "Origin");
        String origin = request.getHeader("Origin");
        if (origin != null) {
            response.setHeader("Access-Control-Allow-Origin", origin);
            response.setHeader("Access-Control-Allow-Credentials", "true");
            response.setHeader("Access-Control-Expose-Headers", "Idempotency-Replayed");
        }
    }

    @Test
    void replays_behindACorsFilter_haveTheFieldsOfTheirRequest() throws Exception {
        inFront(CrossOriginTest::allow);
        on("/orders", (request, response) -> response.setStatus(201));

        HttpResponse<byte[]> first = post("/orders", "", KEY, "k", "Origin", A);
        HttpResponse<byte[]> second = post("/orders", "", KEY, "k", "Origin", B);
        HttpResponse<byte[]> sameOrigin = post("/orders", "", KEY, "k");

        assertReplayed(first, second);
        assertReplayed(first, sameOrigin);
        assertAllowed(first, A);
        assertAllowed(second, B);
        assertNothingAllowed(sameOrigin);
        assertThat(executions).hasSize(1);
    }

    @Test
    void refusals_behindACorsFilter_haveTheFieldsOfTheirRequest() throws Exception {
        inFront(CrossOriginTest::allow);
        on("/orders", (request, response) -> response.setStatus(201));
        post("/orders", "", KEY, "k", "Origin", A);

        HttpResponse<byte[]> reused = post("/orders", "other contents", KEY, "k", "Origin", B);
        HttpResponse<byte[]> badKey = post("/orders", "", KEY, "k".repeat(300), "Origin", B);
        HttpResponse<byte[]> tooLarge = post("/orders", "x".repeat(MAX_BODY + 1), KEY, "l", "Origin", B);

        assertThat(reused.statusCode()).isEqualTo(422);
        assertThat(badKey.statusCode()).isEqualTo(400);
        assertThat(tooLarge.statusCode()).isEqualTo(413);
        assertAllowed(reused, B);
        assertAllowed(badKey, B);
        assertAllowed(tooLarge, B);
        assertThat(executions).hasSize(1);
    }

    @Test
    void fieldsOfTheHandler_forTheFirstOrigin_areNotReplayed() throws Exception {
        on("/orders", (request, response) -> {
            allow(request, response);
            response.setStatus(201);
        });

        HttpResponse<byte[]> first = post("/orders", "", KEY, "k", "Origin", A);
        HttpResponse<byte[]> second = post("/orders", "", KEY, "k", "Origin", B);

        assertReplayed(first, second);
        assertAllowed(first, A);
        assertNothingAllowed(second);
        assertThat(second.headers().allValues("Vary")).containsExactly("Origin");
    }

    private static void assertAllowed(HttpResponse<?> response, String origin) {
        assertThat(response.headers().allValues("Access-Control-Allow-Origin")).containsExactly(origin);
        assertThat(response.headers().allValues("Access-Control-Allow-Credentials"))
                .containsExactly("true");
        assertThat(response.headers().allValues("Access-Control-Expose-Headers"))
                .containsExactly("Idempotency-Replayed");
    }

    private static void assertNothingAllowed(HttpResponse<?> response) {
        assertThat(response.headers().map().keySet())
                .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"));
    }
}
