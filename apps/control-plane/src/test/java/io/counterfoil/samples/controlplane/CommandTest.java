package io.counterfoil.samples.controlplane;

import static io.counterfoil.samples.controlplane.Api.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.samples.controlplane.Api.Reply;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Commands by REST, over RabbitMQ, to controllers that are processes. */
@Timeout(600)
class CommandTest {

    @RegisterExtension
    static final SharedPlane PLANE = new SharedPlane();

    @Test
    @Tag("SG-2")
    @Tag("SG-6")
    void command_isAccepted_doneOnce_andItsOutcomeEchoesBothIds() {
        String swarm = fresh("swarm");
        String key = fresh("key");

        Reply accepted = PLANE.api().command(swarm, "create", key);

        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.header("Idempotency-Replayed")).isEqualTo("false");
        assertThat(accepted.json().get("idempotencyKey").stringValue()).isEqualTo(key);
        assertThat(accepted.json().get("swarmId").stringValue()).isEqualTo(swarm);
        assertThat(accepted.json().get("type").stringValue()).isEqualTo("swarm-create");
        assertThat(accepted.header("Location"))
                .isEqualTo("/v1/attempts/" + accepted.correlationId())
                .isEqualTo(accepted.json().get("outcome").stringValue());
        JsonNode done = PLANE.api().answered(accepted.correlationId());
        assertThat(done.get("effects").intValue()).isEqualTo(1);
        assertThat(done.get("idempotencyKey").stringValue()).isEqualTo(key);
        assertThat(done.at("/attempts/0/correlationId").stringValue()).isEqualTo(accepted.correlationId());
        assertThat(done.at("/attempts/0/outcome/status").stringValue()).isEqualTo("Ready");
        assertThat(done.at("/attempts/0/outcome/replayOf").isNull()).isTrue();
        assertThat(state(swarm)).isEqualTo("Ready");
    }

    @Test
    @Tag("SG-6")
    void retriedKey_getsTheFirstCorrelationId_andIsNotDispatchedAgain() {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        Reply first = PLANE.api().command(swarm, "start", key);
        PLANE.api().answered(first.correlationId());

        Reply again = PLANE.api().command(swarm, "start", key);

        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(again.response().body()).isEqualTo(first.response().body());
        JsonNode command = PLANE.api().command(key);
        assertThat(command.get("attempts")).hasSize(1);
        assertThat(command.get("effects").intValue()).isEqualTo(1);
    }

    @Test
    @Tag("SG-6")
    void hundredRequestsAtOnceUnderOneKey_areOneAttempt_andOneEffect() {
        String swarm = PLANE.api().created();
        String key = fresh("key");

        List<CompletableFuture<Reply>> asked = IntStream.range(0, 100)
                .mapToObj(number -> PLANE.api().commandAsync(swarm, "start", key))
                .toList();

        // Not all of them may wait at once; the others are told to come back.
        List<Reply> replies = asked.stream()
                .map(CompletableFuture::join)
                .map(reply -> reply.status() == 409
                        ? PLANE.api().commandAsync(swarm, "start", key).join()
                        : reply)
                .toList();
        List<String> attempts =
                replies.stream().map(Reply::correlationId).distinct().toList();
        assertThat(attempts).hasSize(1);
        assertThat(replies.stream().map(reply -> reply.header("Idempotency-Replayed")))
                .filteredOn("false"::equals)
                .hasSize(1);
        JsonNode command = PLANE.api().answered(attempts.get(0));
        assertThat(command.get("effects").intValue()).isEqualTo(1);
        assertThat(PLANE.api().command(key).get("attempts")).hasSize(1);
    }

    @Test
    @Tag("SG-3")
    @Tag("SG-6")
    void startAndStopUnderOneKey_areTwoCommands() {
        String swarm = PLANE.api().created();
        String key = fresh("key");

        String started = PLANE.api().command(swarm, "start", key).correlationId();
        PLANE.api().answered(started);
        String stopped = PLANE.api().command(swarm, "stop", key).correlationId();
        PLANE.api().answered(stopped);

        assertThat(stopped).isNotEqualTo(started);
        JsonNode commands = PLANE.api().commands(key);
        assertThat(commands).hasSize(2);
        commands.forEach(
                command -> assertThat(command.get("effects").intValue()).isEqualTo(1));
        assertThat(state(swarm)).isEqualTo("Stopped");
    }

    @Test
    @Tag("SG-6")
    void oneKeyForTwoSwarms_isTwoCommands() {
        String one = PLANE.api().created();
        String other = PLANE.api().created();
        String key = fresh("key");

        PLANE.api().answered(PLANE.api().command(one, "start", key).correlationId());
        PLANE.api().answered(PLANE.api().command(other, "start", key).correlationId());

        assertThat(PLANE.api().commands(key)).hasSize(2);
        assertThat(state(one)).isEqualTo("Running");
        assertThat(state(other)).isEqualTo("Running");
    }

    @Test
    @Tag("SG-6")
    void createUnderANewKey_whileTheSwarmExists_isAConflict() throws Exception {
        String swarm = fresh("swarm");
        String key = fresh("key");
        String slow;
        CompletableFuture<Reply> early;
        try (Gate gate = PLANE.gate(key)) {
            slow = PLANE.api().command(swarm, "create", key).correlationId();
            gate.awaitArrival();

            // Asked for, and not made yet: the reservation waits for the transaction that makes it.
            early = PLANE.api().commandAsync(swarm, "create", fresh("other"));
            gate.awaitThatASessionWaitsForIt();
        }
        early.get(5, TimeUnit.MINUTES).isProblem(409, "control-plane:swarm-exists", "swarmId");
        PLANE.api().answered(slow);
        String refused = fresh("other");
        PLANE.api().command(swarm, "create", refused).isProblem(409, "control-plane:swarm-exists", "swarmId");

        assertThat(PLANE.api().commands(refused)).isEmpty();
        assertThat(PLANE.api().command(swarm, "create", key).correlationId()).isEqualTo(slow);
    }

    @Test
    @Tag("SG-6")
    void refusedKey_isNotRemembered_andWorksLater() {
        String swarm = fresh("swarm");
        String key = fresh("key");
        PLANE.api().command(swarm, "start", key).isProblem(404, "control-plane:not-found", "swarmId");
        PLANE.api().answered(PLANE.api().command(swarm, "create", fresh("key")).correlationId());

        JsonNode command =
                PLANE.api().answered(PLANE.api().command(swarm, "start", key).correlationId());

        assertThat(command.at("/attempts/0/outcome/status").stringValue()).isEqualTo("Running");
    }

    @Test
    @Tag("SG-6")
    void retriedRemoval_afterTheSwarmIsGone_isAnsweredLikeTheFirst() {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        String removed = PLANE.api().command(swarm, "remove", key).correlationId();
        PLANE.api().answered(removed);
        PLANE.api().get("/v1/swarms/" + swarm).isProblem(404, "control-plane:not-found", "swarmId");

        assertThat(PLANE.api().command(swarm, "remove", key).correlationId()).isEqualTo(removed);

        PLANE.api().command(swarm, "remove", fresh("key")).isProblem(404, "control-plane:not-found", "swarmId");
    }

    @Test
    @Tag("SG-6")
    void otherDataUnderAUsedKey_isRefused() {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        PLANE.api().command(swarm, "start", key, "{\"seconds\":0}").correlationId();

        PLANE.api().command(swarm, "start", key, "{\"seconds\":1}").isProblem(422, "key-reused", "data");
        PLANE.api().command(swarm, "start", key).isProblem(422, "key-reused", "data");
    }

    @Test
    @Tag("SG-4")
    void commandThatFailsForGood_isAnOutcomeToo_andTheNameIsFreeAgain() {
        String swarm = fresh("swarm");
        JsonNode failed = PLANE.api()
                .answered(PLANE.api()
                        .command(swarm, "create", fresh("key"), "{\"fail\":true}")
                        .correlationId());

        assertThat(failed.get("effects").intValue()).isZero();
        assertThat(failed.at("/attempts/0/outcome/error/code").stringValue()).isEqualTo("FAILED_AS_ASKED");
        assertThat(failed.at("/attempts/0/outcome/retryable").booleanValue()).isFalse();

        PLANE.api().answered(PLANE.api().command(swarm, "create", fresh("key")).correlationId());
        assertThat(state(swarm)).isEqualTo("Ready");
    }

    @Test
    @Tag("SG-4")
    void startOfASwarmThatIsNotMadeYet_isNotRemembered_andARetryRuns() throws SQLException {
        String swarm = fresh("swarm");
        String creation = fresh("creation");
        String key = fresh("key");
        String created;
        String early;
        JsonNode notDone;
        try (Gate gate = PLANE.gate(creation)) {
            created = PLANE.api().command(swarm, "create", creation).correlationId();
            gate.awaitArrival();
            early = PLANE.api().command(swarm, "start", key).correlationId();
            notDone = PLANE.api().answered(early);
        }
        assertThat(notDone.at("/attempts/0/outcome/error/code").stringValue()).isEqualTo("NOT_READY");
        assertThat(notDone.at("/attempts/0/outcome/retryable").booleanValue()).isTrue();
        PLANE.api().answered(created);

        String later =
                PLANE.api().post("/page/attempts/" + early + "/retry", "{}").correlationId();

        JsonNode done = PLANE.api().answered(later);
        assertThat(done.at("/attempts/0/outcome/status").stringValue()).isEqualTo("Running");
        assertThat(done.at("/attempts/0/outcome/replayOf").isNull()).isTrue();
        assertThat(done.get("effects").intValue()).isEqualTo(1);
    }

    @Test
    @Tag("SG-4")
    @Tag("RQ-7")
    void usersRetry_isANewAttempt_withTheFirstOutcome() {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        String first = PLANE.api().command(swarm, "start", key).correlationId();
        JsonNode original = PLANE.api().answered(first).at("/attempts/0/outcome");

        Reply retried = PLANE.api().post("/page/attempts/" + first + "/retry", "{}");

        String second = retried.correlationId();
        assertThat(second).isNotEqualTo(first);
        JsonNode command = PLANE.api().answered(second);
        JsonNode replayed = command.at("/attempts/0/outcome");
        assertThat(replayed.get("replayOf").stringValue()).isEqualTo(first);
        for (String same : List.of("status", "retryable", "error", "origin", "madeAt")) {
            assertThat(replayed.get(same)).as(same).isEqualTo(original.get(same));
        }
        assertThat(command.get("effects").intValue()).isEqualTo(1);
        assertThat(PLANE.api().command(key).get("attempts")).hasSize(2);
    }

    private static String state(String swarm) {
        return PLANE.api().get("/v1/swarms/" + swarm).json().path("state").asString("");
    }
}
