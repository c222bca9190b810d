package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.ProblemTypes;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Optional features: error responses of the server, forms, the principal. */
abstract class FeatureScenarios extends HttpScenarios {

    private static final String FORM = "application/x-www-form-urlencoded";

    FeatureScenarios() {}

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 422})
    @Tag("RQ-7")
    @Tag("RQ-14")
    void errorPageOfARefusal_isRememberedByteForByte(int status) throws Exception {
        assume(Feature.SEND_ERROR);
        answer(exchange -> {
            happen(exchange);
            exchange.sendError(status, "no such thing " + fresh());
        });
        String path = freshPath();
        String key = fresh();

        Answer first = post(path, "body", KEY, key);

        assertFirst(first, status);
        assertReplay(post(path, "body", KEY, key), first);
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-13")
    void errorPageOfAFailure_abortsTheExecution() throws Exception {
        assume(Feature.SEND_ERROR);
        answer(exchange -> {
            happen(exchange);
            exchange.sendError(500, "broken");
        });
        String path = freshPath();
        String key = fresh();

        assertThat(post(path, "body", KEY, key).status()).isEqualTo(500);

        assertAborted(path, "body", KEY, key);
    }

    @Test
    @Tag("RQ-11")
    void formBody_isReadByTheHandler_andIsTheRequestsContents() throws Exception {
        assume(Feature.FORMS);
        answer(exchange -> {
            happen(exchange);
            exchange.respond(200, List.of(), utf8("" + exchange.parameters("a") + exchange.parameters("b")));
        });
        String path = freshPath();
        String key = fresh();

        Answer first = post(path + "?a=0", "a=1%26&a=2&b=%C3%A9", KEY, key, "Content-Type", FORM);

        assertFirst(first, 200);
        assertThat(first.text()).isEqualTo("[0, 1&, 2][\u00e9]");
        assertReplay(post(path + "?a=0", "a=1%26&a=2&b=%C3%A9", KEY, key, "Content-Type", FORM), first);
        assertProblem(post(path, "a=1", KEY, key, "Content-Type", FORM), 422, ProblemTypes.KEY_REUSED);
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-15")
    void formBodyOverTheLimit_isRejected() throws Exception {
        assume(Feature.FORMS);
        guard(guarding(POLICY.withBody(bodies -> bodies.withMaxBytes(100))));
        String path = freshPath();

        assertProblem(
                post(path, "a=" + "1".repeat(200), KEY, fresh(), "Content-Type", FORM),
                413,
                ProblemTypes.BODY_TOO_LARGE);
        assertThat(effects(path)).isZero();
    }

    @Test
    @Tag("RQ-11")
    void multipartBody_isTheSameUnderAnotherBoundary() throws Exception {
        assume(Feature.MULTIPART);
        answer(exchange -> {
            happen(exchange);
            exchange.respond(200, List.of(), exchange.part("file").orElseThrow());
        });
        String path = freshPath();
        String key = fresh();

        Answer first = multipart(path, key, "one-boundary", "contents");

        assertFirst(first, 200);
        assertThat(first.text()).isEqualTo("contents");
        assertReplay(multipart(path, key, "another-boundary", "contents"), first);
        assertProblem(multipart(path, key, "one-boundary", "other contents"), 422, ProblemTypes.KEY_REUSED);
        assertThat(effects(path)).isEqualTo(1);
    }

    private Answer multipart(String path, String key, String boundary, String contents) throws Exception {
        String body = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\n" + contents + "\r\n--" + boundary + "--\r\n";
        return post(path, body, KEY, key, "Content-Type", "multipart/form-data; boundary=" + boundary);
    }
}
