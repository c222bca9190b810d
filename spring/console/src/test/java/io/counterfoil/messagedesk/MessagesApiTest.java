package io.counterfoil.messagedesk;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.thread.TestThreads;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What the console answers about messages, the outbox and operations. */
@Timeout(300)
@Tag("CN-6")
class MessagesApiTest {

    private static final String WHY = "the supplier is back";

    private static RunningDesk desk;

    @BeforeAll
    static void start() {
        desk = RunningDesk.open(TestPostgres.freshDatabase());
    }

    @AfterAll
    static void stop() {
        desk.close();
    }

    @AfterEach
    void clear() {
        desk.clear();
    }

    private JsonNode letters() throws Exception {
        return desk.json("api/messages/dead").get("messages");
    }

    private String letter() throws Exception {
        return letters().get(0).get("id").asString();
    }

    private List<String> decisions() throws Exception {
        List<String> decisions = new ArrayList<>();
        desk.json("api/decisions")
                .get("decisions")
                .forEach(each -> decisions.add(each.get("kind").asString() + " "
                        + each.get("subject").asString() + " "
                        + each.get("action").asString() + " "
                        + each.get("by").asString() + " " + each.get("reason").asString()));
        return decisions;
    }

    @Test
    void panels_areThose_thatTheApplicationHas() throws Exception {
        List<String> panels = new ArrayList<>();
        desk.json("api/session")
                .get("panels")
                .forEach(panel -> panels.add(panel.get("id").asString()));

        assertThat(panels).containsSubsequence("duplicates", "messages", "outbox", "operations", "decisions");
    }

    @Test
    void deadLettersAndFailedMessages_areListed() throws Exception {
        desk.kill("m-1");
        desk.fail("m-2");

        assertThat(desk.json("api/messages").get("deadLetters").asInt()).isOne();
        assertThat(letters()).hasSize(1);
        assertThat(letters().get(0).get("messageId").asString()).isEqualTo("m-1");
        assertThat(letters().get(0).get("reason").asString()).contains("no stock");
        assertThat(letters().get(0).get("deadLetters").asString()).isEqualTo("billing.dead");
        JsonNode failing = desk.json("api/messages/failing").get("messages");
        assertThat(failing).hasSize(1);
        assertThat(failing.get(0).get("failure").asString()).isEqualTo("no stock");
    }

    @Test
    void requeue_isRecorded_withWhoAndWhy() throws Exception {
        desk.kill("m-1");
        String id = letter();

        HttpResponse<String> response = desk.act("messages/dead/" + id + "/requeue", WHY);

        assertThat(response.body()).contains("requeued");
        assertThat(desk.bean(Desk.TestBroker.class).requeued()).containsExactly("m-1");
        assertThat(letters()).isEmpty();
        assertThat(decisions()).containsExactly("message m-1 requeue anonymous " + WHY);
        assertThat(desk.act("messages/dead/" + id + "/requeue", WHY).statusCode())
                .isEqualTo(404);
    }

    @Test
    void twoRequeuesAtOnce_areOne() throws Exception {
        desk.kill("m-1");
        String path = "messages/dead/" + letter() + "/";
        try (TestThreads threads = new TestThreads()) {
            List<Integer> statuses = threads.together(
                    2,
                    operator -> () -> desk.act(path + (operator == 0 ? "requeue" : "discard"), WHY)
                            .statusCode());

            assertThat(statuses).containsExactlyInAnyOrder(200, 404);
        }
        assertThat(decisions()).hasSize(1);
    }

    @Test
    void twoDecisionsOnTheOutboxAtOnce_areOne() throws Exception {
        desk.refuse("m-1");
        String id = desk.json("api/outbox").get("messages").get(0).get("id").asString();
        try (TestThreads threads = new TestThreads()) {
            List<Integer> statuses = threads.together(
                    2,
                    operator -> () -> desk.act("outbox/" + id + (operator == 0 ? "/discard" : "/send-again"), WHY)
                            .statusCode());

            assertThat(statuses).containsExactlyInAnyOrder(200, 404);
        }
        assertThat(decisions()).hasSize(1);
    }

    @Test
    void discard_isRecorded_withWhoAndWhy() throws Exception {
        desk.kill("m-1");

        assertThat(desk.act("messages/dead/" + letter() + "/discard", WHY).body())
                .contains("discarded");

        assertThat(desk.bean(Desk.TestBroker.class).letters()).isEmpty();
        assertThat(decisions()).containsExactly("message m-1 discard anonymous " + WHY);
    }

    @Test
    void requeueThatTheBrokerDoesNotConfirm_recordsNothing() throws Exception {
        desk.kill("m-1");
        desk.bean(Desk.TestBroker.class).goAway();

        HttpResponse<String> response = desk.act("messages/dead/" + letter() + "/requeue", WHY);

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("the broker is away");
        assertThat(letters()).hasSize(1);
        assertThat(decisions()).isEmpty();
    }

    @Test
    void decisionWithoutAReason_isRefused() throws Exception {
        desk.kill("m-1");

        HttpResponse<String> response = desk.act("messages/dead/" + letter() + "/requeue", "");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("reason");
        assertThat(letters()).hasSize(1);
    }

    @Test
    void deadLetterThatTheBrokerHasNoMore_isNamed() throws Exception {
        desk.kill("m-1");
        desk.bean(Desk.TestBroker.class).requeue(new MessageOrigin("test", "", "", "m-1"));

        assertThat(desk.act("messages/dead/" + letter() + "/requeue", WHY).statusCode())
                .isEqualTo(409);
        assertThat(desk.act("messages/dead/" + letter() + "/discard", WHY).body())
                .contains("forgotten");
    }

    @Test
    void badCursor_isRefused() throws Exception {
        assertThat(desk.get("api/messages/dead?cursor=nonsense").statusCode()).isEqualTo(400);
    }

    @Test
    void messageThatIsSetAside_isSentAgain_andRecorded() throws Exception {
        desk.refuse("m-1");
        JsonNode outbox = desk.json("api/outbox");
        assertThat(outbox.get("waiting").asInt()).isOne();
        JsonNode aside = outbox.get("messages").get(0);
        assertThat(aside.get("messageId").asString()).isEqualTo("m-1");
        assertThat(aside.get("reason").asString()).isEqualTo("too large");
        String path = "outbox/" + aside.get("id").asString() + "/";

        assertThat(desk.act(path + "send-again", WHY).statusCode()).isEqualTo(200);

        assertThat(desk.json("api/outbox").get("messages")).isEmpty();
        assertThat(decisions()).containsExactly("outbox m-1 send-again anonymous " + WHY);
        assertThat(desk.act(path + "send-again", WHY).statusCode()).isEqualTo(404);
    }

    @Test
    void messageThatIsSetAside_isDiscarded_andRecorded() throws Exception {
        desk.refuse("m-1");
        String id = desk.json("api/outbox").get("messages").get(0).get("id").asString();

        assertThat(desk.act("outbox/" + id + "/discard", WHY).statusCode()).isEqualTo(200);

        assertThat(desk.json("api/outbox").get("waiting").asInt()).isZero();
        assertThat(decisions()).containsExactly("outbox m-1 discard anonymous " + WHY);
    }

    @Test
    void operations_areListed_byWhatBecameOfThem() throws Exception {
        desk.submit("i-1");

        JsonNode operations = desk.json("api/operations");

        assertThat(operations.get("unfinished").get(0).get("reference").asString())
                .isEqualTo("i-1");
        assertThat(operations.get("unfinished").get(0).get("state").asString()).isEqualTo("pending");
        assertThat(operations.get("failures")).isEmpty();
        assertThat(operations.get("callbacks")).isEmpty();
    }

    @Test
    void withoutARole_nothingIsShownOrDone() throws Exception {
        try (RunningDesk closed = RunningDesk.closed(TestPostgres.freshDatabase())) {
            for (String path : List.of("api/messages", "api/messages/dead", "api/outbox", "api/operations")) {
                assertThat(closed.get(path).statusCode()).as(path).isEqualTo(401);
            }
            assertThat(closed.act("outbox/1/discard", WHY).statusCode()).isEqualTo(401);
        }
    }
}
