package io.counterfoil.messagedesk;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.Namespace;
import io.counterfoil.operations.Operations;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.thread.TestThreads;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Callbacks that were given up are delivered again from the console, behind Spring Security. */
@Timeout(300)
@Tag("CN-7")
class CallbacksApiTest {

    private static final Namespace ACME = Namespace.ofClient("acme");
    private static final URI NOBODY = URI.create("http://127.0.0.1:1/");
    private static final String REASON = "{\"reason\": \"the shop is back\"}";

    private static RunningDesk desk;

    private final String reference = UUID.randomUUID() + " \u00e9/&";

    @BeforeAll
    static void start() {
        desk = RunningDesk.secured(TestPostgres.freshDatabase());
    }

    @AfterAll
    static void stop() {
        desk.close();
    }

    private static String path(String namespace, String kind, String reference) {
        return "api/operations/callbacks/deliver-again?namespace=" + encoded(namespace) + "&kind=" + encoded(kind)
                + "&reference=" + encoded(reference);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpResponse<String> deliverAgain(String user) throws Exception {
        return desk.act(user, path(ACME.stored(), "export", reference), REASON);
    }

    private static void assertProblem(HttpResponse<String> response, int status, String type) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(RunningDesk.read(response).get("type").asString()).isEqualTo("urn:counterfoil:problem:" + type);
    }

    private List<String> decisions() throws Exception {
        List<String> decisions = new ArrayList<>();
        for (JsonNode each : desk.json("olga", "api/decisions").get("decisions")) {
            if (each.get("subject").asString().equals(reference)) {
                decisions.add(each.get("kind").asString() + " "
                        + each.get("client").asString() + " "
                        + each.get("operation").asString() + " "
                        + each.get("action").asString() + " "
                        + each.get("by").asString() + ": " + each.get("reason").asString());
            }
        }
        return decisions;
    }

    /** Whether it is among what has failed. */
    private boolean isGivenUp() throws Exception {
        for (JsonNode each : desk.json("olga", "api/operations").get("failures")) {
            if (each.get("reference").asString().equals(reference)) {
                return each.get("callback").asString().equals("gave_up");
            }
        }
        return false;
    }

    @Test
    void callbackGivenUp_isDeliveredAgain() throws Exception {
        CountDownLatch delivered = new CountDownLatch(1);
        try (ScriptedServer receiver = ScriptedServer.answering(request -> {
            delivered.countDown();
            return ScriptedReply.of(200, "");
        })) {
            desk.giveUp(ACME, reference, receiver.uri());
            desk.bean(Operations.class).start();

            assertThat(deliverAgain("olga").statusCode()).isEqualTo(200);

            assertThat(delivered.await(4, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void deliverAgain_isRecorded_withWhoAndWhy() throws Exception {
        desk.giveUp(ACME, reference, NOBODY);

        deliverAgain("olga");

        assertThat(isGivenUp()).isFalse();
        assertThat(decisions()).containsExactly("callback acme export deliver-again olga: the shop is back");
    }

    @Test
    void deliverAgain_twice_isRefused_andNotRecorded() throws Exception {
        desk.giveUp(ACME, reference, NOBODY);
        deliverAgain("olga");

        assertProblem(deliverAgain("olga"), 409, "callback-not-given-up");

        assertThat(decisions()).hasSize(1);
    }

    @Test
    void deliverAgain_ofSeveralAtOnce_isDoneOnce() throws Exception {
        desk.giveUp(ACME, reference, NOBODY);

        try (TestThreads threads = new TestThreads()) {
            assertThat(threads.together(4, i -> () -> deliverAgain("olga").statusCode()))
                    .containsExactlyInAnyOrder(200, 409, 409, 409);
        }

        assertThat(decisions()).hasSize(1);
    }

    @Test
    void deliverAgain_afterItWasDelivered_isRefused() throws Exception {
        desk.giveUp(ACME, reference, NOBODY);
        JdbcClient.create(desk.bean(DataSource.class))
                .sql("UPDATE counterfoil_operation SET callback_state = 'DELIVERED' WHERE reference = ?")
                .param(reference)
                .update();

        assertProblem(deliverAgain("olga"), 409, "callback-not-given-up");

        assertThat(decisions()).isEmpty();
    }

    @Test
    void deliverAgain_withoutItsEntry_isNotDone() throws Exception {
        desk.giveUp(ACME, reference, NOBODY);
        JdbcClient jdbc = JdbcClient.create(desk.bean(DataSource.class));
        jdbc.sql("ALTER TABLE counterfoil_console_audit RENAME TO moved_away").update();
        HttpResponse<String> refused;
        try {
            refused = deliverAgain("olga");
        } finally {
            jdbc.sql("ALTER TABLE moved_away RENAME TO counterfoil_console_audit")
                    .update();
        }

        assertProblem(refused, 503, "store-unavailable");
        assertThat(isGivenUp()).isTrue();
    }

    @Test
    void deliverAgain_withoutAReason_isRefused() throws Exception {
        desk.giveUp(ACME, reference, NOBODY);

        HttpResponse<String> refused =
                desk.act("olga", path(ACME.stored(), "export", reference), "{\"reason\": \" \"}");

        assertProblem(refused, 400, "bad-parameter");
        assertThat(isGivenUp()).isTrue();
    }

    @Test
    void deliverAgain_withoutASecret_isRefused() throws Exception {
        desk.giveUp(Desk.LEFT, reference, NOBODY);

        HttpResponse<String> refused = desk.act("olga", path(Desk.LEFT.stored(), "export", reference), REASON);

        assertProblem(refused, 409, "no-callback-secret");
        assertThat(isGivenUp()).isTrue();
    }

    @Test
    void deliverAgain_ofAnUnknownOperation_isNotFound() throws Exception {
        assertProblem(deliverAgain("olga"), 404, "no-such-operation");
    }

    @ParameterizedTest
    @CsvSource({
        "nowhere, export, e-1, namespace",
        "client:acme, '', e-1, kind",
        "client:acme, an export, e-1, kind",
        "client:acme, export, '', reference"
    })
    void nameThatCannotBe_isRefused(String namespace, String kind, String name, String field) throws Exception {
        HttpResponse<String> refused = desk.act("olga", path(namespace, kind, name), REASON);

        assertProblem(refused, 400, "bad-parameter");
        assertThat(RunningDesk.read(refused).get("field").asString()).isEqualTo(field);
    }

    @Test
    void viewer_mayNotDeliverAgain() throws Exception {
        desk.giveUp(ACME, reference, NOBODY);

        assertProblem(deliverAgain("victor"), 403, "not-an-operator");

        assertThat(isGivenUp()).isTrue();
    }

    @Test
    void operator_withoutTheToken_isForbidden() throws Exception {
        desk.giveUp(ACME, reference, NOBODY);

        HttpResponse<String> refused = desk.post(
                "olga",
                path(ACME.stored(), "export", reference),
                REASON,
                "Content-Type",
                "application/json",
                "Counterfoil-Console",
                "action");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(isGivenUp()).isTrue();
    }

    @Test
    void anonymousUser_isNotAuthenticated() throws Exception {
        try (RunningDesk closed = RunningDesk.closed(TestPostgres.freshDatabase())) {
            assertProblem(closed.act("", path(ACME.stored(), "export", reference), REASON), 401, "not-authenticated");
        }
    }
}
