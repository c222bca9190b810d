package io.counterfoil.samples.controlplane;

import static io.counterfoil.samples.controlplane.Api.body;
import static io.counterfoil.samples.controlplane.Api.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.samples.controlplane.Api.Reply;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be read is refused, naming the field and the limit, before anything is done. */
@Timeout(600)
@Tag("SG-6")
class BadRequestTest {

    private static final String INVALID = "control-plane:invalid-request";

    @RegisterExtension
    static final SharedPlane PLANE = new SharedPlane();

    @ParameterizedTest
    @ValueSource(strings = {"a.b", "ALL", "swarm%20one", "caf%C3%A9", "*"})
    void swarmThatIsNoName_isRefused(String swarm) {
        PLANE.api().command(swarm, "create", "key").isProblem(400, INVALID, "swarmId");
        PLANE.api().get("/v1/swarms/" + swarm).isProblem(400, INVALID, "swarmId");
    }

    @Test
    void swarmWithALongName_isRefused_andTheLongestIsNot() {
        Reply refused = PLANE.api().command("s".repeat(65), "create", "key").isProblem(400, INVALID, "swarmId");
        assertThat(refused.json().get("detail").stringValue()).contains("64");

        PLANE.api().command("s".repeat(64), "stop", "key").isProblem(404, "control-plane:not-found", "swarmId");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                      | idempotencyKey",
                "{\"idempotencyKey\":\"\"}               | idempotencyKey",
                "{\"idempotencyKey\":7}                  | idempotencyKey",
                "{\"idempotencyKey\":null}               | idempotencyKey",
                "{\"idempotencyKey\":\"a\\u0000b\"}      | idempotencyKey",
                "{\"idempotencyKey\":\"a\",\"more\":1}   | body",
                "{\"idempotencyKey\":\"a\",\"idempotencyKey\":\"b\"} | body",
                "{\"idempotencyKey\":\"a\"               | body",
                "[]                                      | body",
                "{\"idempotencyKey\":\"a\",\"data\":[]}  | data",
                "{\"idempotencyKey\":\"a\",\"data\":{\"seconds\":61}}    | data.seconds",
                "{\"idempotencyKey\":\"a\",\"data\":{\"seconds\":-1}}    | data.seconds",
                "{\"idempotencyKey\":\"a\",\"data\":{\"seconds\":1.5}}   | data.seconds",
                "{\"idempotencyKey\":\"a\",\"data\":{\"seconds\":\"1\"}} | data.seconds",
                "{\"idempotencyKey\":\"a\",\"data\":{\"fail\":\"yes\"}}  | data.fail",
            })
    void bodyThatIsNoCommand_isRefused_namingTheField(String body, String field) {
        PLANE.api().post(path("swarm-bad", "create"), body).isProblem(400, INVALID, field);

        PLANE.api().get("/v1/swarms/swarm-bad").isProblem(404, "control-plane:not-found", "swarmId");
    }

    @Test
    void keyThatIsTooLong_isRefused_andTheLongestIsNot() {
        Reply refused =
                PLANE.api().command("nobody", "stop", "k".repeat(256)).isProblem(400, INVALID, "idempotencyKey");
        assertThat(refused.json().get("detail").stringValue()).contains("255 bytes");

        PLANE.api().command("nobody", "stop", "k".repeat(255)).isProblem(404, "control-plane:not-found", "swarmId");
    }

    @Test
    void keyInTheHeader_isTheSameAsInTheBody() {
        String swarm = PLANE.api().created();
        String key = Api.fresh("key");
        String first = PLANE.api().command(swarm, "start", key).correlationId();

        Reply bare = PLANE.api().post(path(swarm, "start"), "{}", "Idempotency-Key", key);
        Reply quoted = PLANE.api().post(path(swarm, "start"), "{}", "Idempotency-Key", '"' + key + '"');
        Reply both = PLANE.api().post(path(swarm, "start"), body(key, "{}"), "Idempotency-Key", key);

        assertThat(bare.correlationId()).isEqualTo(first);
        assertThat(quoted.correlationId()).isEqualTo(first);
        assertThat(both.correlationId()).isEqualTo(first);
    }

    @Test
    void keysInHeaderAndBodyThatDiffer_areRefused() {
        PLANE.api()
                .post(path("nobody", "stop"), body("one", "{}"), "Idempotency-Key", "other")
                .isProblem(400, INVALID, "idempotencyKey");
        PLANE.api()
                .post(path("nobody", "stop"), "{}", "Idempotency-Key", "a", "Idempotency-Key", "b")
                .isProblem(400, INVALID, "Idempotency-Key");
        PLANE.api()
                .post(path("nobody", "stop"), "{}", "Idempotency-Key", "\"open")
                .isProblem(400, INVALID, "Idempotency-Key");
    }

    @Test
    void bodyThatIsTooLarge_orNoJson_isRefused() {
        String large = body("key", "{\"note\":\"" + "x".repeat(64 * 1024) + "\"}");
        PLANE.api().post(path("nobody", "stop"), large).isProblem(413, "body-too-large", "body");

        String path = path("nobody", "stop");
        PLANE.api()
                .send(
                        "POST",
                        path,
                        HttpRequest.newBuilder(PLANE.plane().url().resolve(path))
                                .header("Content-Type", "text/plain")
                                .POST(BodyPublishers.ofString("{}")))
                .isProblem(415, "about:blank", "Content-Type");
    }

    @Test
    void questionsThatCannotBeRead_areRefused() {
        PLANE.api().get("/v1/commands").isProblem(400, INVALID, "key");
        PLANE.api().get("/v1/commands?key=").isProblem(400, INVALID, "key");
        PLANE.api().get("/v1/attempts/a%20b").isProblem(400, INVALID, "correlationId");
        PLANE.api().get("/v1/attempts/nobody").isProblem(404, "control-plane:not-found", "correlationId");
        PLANE.api().get("/v1/nothing").isProblem(404, "about:blank", "");
        PLANE.api().get("/error").isProblem(404, "about:blank", "");
    }

    @Test
    void requestFromAForeignPage_isRefused() {
        PLANE.api()
                .post("/page/broker/restart", "{}", "Origin", "http://elsewhere.example")
                .isProblem(403, "foreign-page", "Origin");
        PLANE.api()
                .post(path("nobody", "stop"), body("key", "{}"), "Origin", "http://127.0.0.1:1")
                .isProblem(403, "foreign-page", "Origin");
        PLANE.api()
                .post(
                        path("nobody", "stop"),
                        body("key", "{}"),
                        "Origin",
                        PLANE.plane().url().toString())
                .isProblem(404, "control-plane:not-found", "swarmId");
    }
}
