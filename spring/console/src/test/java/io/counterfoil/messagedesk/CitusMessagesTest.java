package io.counterfoil.messagedesk;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What the console of a service on a cluster answers about messages, the outbox and operations. */
@Timeout(600)
@Tag("BM-1")
@Tag("CN-6")
@SoakOnly("contracts")
class CitusMessagesTest {

    private static final String WHY = "the supplier is back";

    private @Nullable RunningDesk running;

    @BeforeEach
    void start() {
        running = RunningDesk.open(TestCitus.freshDatabase().get(0));
    }

    @AfterEach
    void stop() {
        if (running != null) {
            running.close();
        }
    }

    private RunningDesk desk() {
        return Objects.requireNonNull(running, "started");
    }

    private JsonNode letters() throws Exception {
        return desk().json("api/messages/dead").get("messages");
    }

    private List<String> decisions() throws Exception {
        List<String> decisions = new ArrayList<>();
        for (JsonNode each : desk().json("api/decisions").get("decisions")) {
            decisions.add(
                    each.get("subject").asString() + " " + each.get("action").asString());
        }
        return decisions;
    }

    @Test
    void deadLettersAndFailedMessages_areListed() throws Exception {
        desk().kill("m-1");
        desk().fail("m-2");

        assertThat(desk().json("api/messages").get("deadLetters").asInt()).isOne();
        assertThat(letters().get(0).get("messageId").asString()).isEqualTo("m-1");
        assertThat(desk().json("api/messages/failing").get("messages")).hasSize(1);
    }

    @Test
    void requeue_isRecorded_withItsMessage() throws Exception {
        desk().kill("m-1");

        assertThat(desk().act("messages/dead/" + letters().get(0).get("id").asString() + "/requeue", WHY)
                        .body())
                .contains("requeued");

        assertThat(letters()).isEmpty();
        assertThat(decisions()).containsExactly("m-1 requeue");
    }

    @Test
    void discard_isRecorded_withItsMessage() throws Exception {
        desk().kill("m-1");

        assertThat(desk().act("messages/dead/" + letters().get(0).get("id").asString() + "/discard", WHY)
                        .body())
                .contains("discarded");

        assertThat(letters()).isEmpty();
        assertThat(decisions()).containsExactly("m-1 discard");
    }

    @Test
    void messageThatIsSetAside_isSentAgain_orDiscarded() throws Exception {
        desk().refuse("m-1");
        String id = desk().json("api/outbox").get("messages").get(0).get("id").asString();

        assertThat(desk().act("outbox/" + id + "/send-again", WHY).statusCode()).isEqualTo(200);
        desk().refuse("m-2");
        String other =
                desk().json("api/outbox").get("messages").get(0).get("id").asString();
        assertThat(desk().act("outbox/" + other + "/discard", WHY).statusCode()).isEqualTo(200);

        assertThat(decisions()).hasSize(2);
    }

    @Test
    void operations_areListed_byWhatBecameOfThem() throws Exception {
        desk().submit("i-1");

        JsonNode operations = desk().json("api/operations");

        assertThat(operations.get("unfinished").get(0).get("reference").asString())
                .isEqualTo("i-1");
        assertThat(operations.get("failures")).isEmpty();
    }
}
