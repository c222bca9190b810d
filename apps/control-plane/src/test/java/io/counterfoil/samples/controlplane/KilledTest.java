package io.counterfoil.samples.controlplane;

import static io.counterfoil.samples.controlplane.Api.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.counterfoil.samples.controlplane.Api.Reply;
import io.counterfoil.samples.controlplane.launch.Broker;
import io.counterfoil.samples.controlplane.launch.ControllerState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Whatever is killed meanwhile: each command is done once, and each attempt is answered. */
@Timeout(600)
@Tag("SG-5")
class KilledTest {

    @RegisterExtension
    static final SharedPlane PLANE = new SharedPlane();

    @AfterEach
    void everythingIsBack() {
        if (PLANE.plane().broker().state() == Broker.State.DOWN) {
            PLANE.plane().broker().restart();
        }
        Eventually.value(
                "running broker", () -> PLANE.plane().broker().state(), state -> state == Broker.State.RUNNING);
        Eventually.value(
                "running controllers",
                KilledTest::states,
                states -> states.stream().allMatch(each -> each.state().equals("running")));
        // Their consumers return some seconds after the broker, each by itself.
        Set<String> answering = new HashSet<>();
        Eventually.value(
                "answer of each controller",
                () -> {
                    Reply reply = PLANE.api().command(fresh("swarm"), "create", fresh("key"));
                    if (reply.status() != 503) {
                        answering.add(PLANE.api()
                                .answered(reply.correlationId())
                                .at("/attempts/0/outcome/origin")
                                .stringValue());
                    }
                    return answering.size();
                },
                count -> count == states().size());
    }

    @Test
    void controllerKilledInTheMiddle_anotherDoesIt_once() throws SQLException {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        String attempt;
        ControllerState victim;
        try (Gate gate = PLANE.gate(key)) {
            attempt = PLANE.api().command(swarm, "start", key).correlationId();
            victim = busyWith(attempt);
            gate.awaitArrival();

            Reply killed = PLANE.api().post("/page/controllers/" + victim.name() + "/kill", "{}");

            assertThat(killed.status()).isEqualTo(202);
            Eventually.value(
                    "end of " + victim.name(),
                    KilledTest::states,
                    states -> states.stream()
                            .noneMatch(each -> victim.name().equals(each.name()) && attempt.equals(each.busyWith())));
        }
        JsonNode command = PLANE.api().answered(attempt);
        assertThat(command.get("effects").intValue()).isEqualTo(1);
        assertThat(command.at("/attempts/0/outcome/status").stringValue()).isEqualTo("Running");
        assertThat(PLANE.api().command(key).get("attempts")).hasSize(1);
        // Two processings of the signal and one of its outcome, and nothing was tried twice.
        String begins = "The story of %s: attempt %s succeeded, in ".formatted(attempt, PlaneStory.label(attempt));
        assertThat(Eventually.value(
                        "story of " + attempt,
                        () -> PlaneStory.of(PLANE, attempt),
                        story -> story.startsWith(begins) && story.contains(": Running")))
                .containsPattern("idempotency key " + key + ": 1 attempt, [3-9] processings");
        Eventually.value(
                "another life of " + victim.name(),
                KilledTest::states,
                states -> states.stream()
                        .anyMatch(each -> each.name().equals(victim.name())
                                && each.lives() > victim.lives()
                                && each.state().equals("running")));
    }

    @Test
    @Tag("SG-4")
    void retryWhileTheCommandIsAtWork_waitsForItsOutcome() throws Exception {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        String first;
        String second;
        try (Gate gate = PLANE.gate(key)) {
            first = PLANE.api().command(swarm, "start", key).correlationId();
            gate.awaitArrival();

            second =
                    PLANE.api().post("/page/attempts/" + first + "/retry", "{}").correlationId();
            awaitThatControllersHaveAll();
        }

        JsonNode replayed = PLANE.api().answered(second);
        assertThat(replayed.at("/attempts/0/outcome/replayOf").stringValue()).isEqualTo(first);
        assertThat(replayed.get("effects").intValue()).isEqualTo(1);
        JsonNode original = PLANE.api().answered(first);
        assertThat(original.at("/attempts/0/outcome/replayOf").isNull()).isTrue();
    }

    @Test
    void brokerKilledInTheMiddle_theCommandIsDoneOnce_andAnswered() throws SQLException {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        String attempt;
        try (Gate gate = PLANE.gate(key)) {
            attempt = PLANE.api().command(swarm, "start", key).correlationId();
            busyWith(attempt);
            gate.awaitArrival();

            assertThat(PLANE.api().post("/page/broker/restart", "{}").status()).isEqualTo(202);
        }

        JsonNode command = PLANE.api().answered(attempt);
        assertThat(command.get("effects").intValue()).isEqualTo(1);
        assertThat(command.at("/attempts/0/outcome/status").stringValue()).isEqualTo("Running");
    }

    @Test
    @Tag("SG-6")
    void dispatch_whileTheBrokerIsDown_is503AndFreesTheKey() {
        String swarm = fresh("swarm");
        String key = fresh("key");
        PLANE.plane().broker().kill();

        Reply failed = PLANE.api().command(swarm, "create", key);

        failed.isProblem(503, "control-plane:broker-unavailable", "");
        assertThat(failed.header("Retry-After")).isEqualTo("1");
        PLANE.api().get("/v1/swarms/" + swarm).isProblem(404, "control-plane:not-found", "swarmId");
        assertThat(PLANE.api().commands(key)).isEmpty();

        PLANE.plane().broker().restart();
        Reply accepted = Eventually.value(
                "answer but 503", () -> PLANE.api().command(swarm, "create", key), reply -> reply.status() != 503);

        assertThat(accepted.header("Idempotency-Replayed")).isEqualTo("false");
        JsonNode command = PLANE.api().answered(accepted.correlationId());
        assertThat(command.get("effects").intValue()).isEqualTo(1);
    }

    @Test
    void kill_ofAnUnknownController_isRejected() {
        PLANE.api().post("/page/controllers/nobody/kill", "{}").isProblem(409, "control-plane:unable", "");
    }

    @Test
    void retry_ofAnUnknownAttempt_isNotFound() {
        PLANE.api()
                .post("/page/attempts/nobody/retry", "{}")
                .isProblem(404, "control-plane:not-found", "correlationId");
    }

    private static ControllerState busyWith(String attempt) {
        return Eventually.value(
                        "controller at work on " + attempt,
                        KilledTest::states,
                        states -> states.stream().anyMatch(each -> attempt.equals(each.busyWith())))
                .stream()
                .filter(each -> attempt.equals(each.busyWith()))
                .findFirst()
                .orElseThrow();
    }

    /** Returns when the broker has delivered all that is in the controllers' queue. */
    private static void awaitThatControllersHaveAll() throws IOException, TimeoutException {
        try (Connection connection = Amqp.factory(PLANE.plane().broker().uri()).newConnection();
                Channel channel = connection.createChannel()) {
            Eventually.value(
                    "empty queue",
                    () -> {
                        try {
                            return channel.messageCount(SwarmAction.RECEIVER);
                        } catch (IOException failure) {
                            throw new UncheckedIOException(failure);
                        }
                    },
                    count -> count == 0);
        }
    }

    private static List<ControllerState> states() {
        return PLANE.plane().controllers().states();
    }
}
