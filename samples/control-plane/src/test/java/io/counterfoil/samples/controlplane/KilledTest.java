package io.counterfoil.samples.controlplane;

import static io.counterfoil.samples.controlplane.Api.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.samples.controlplane.Api.Reply;
import io.counterfoil.samples.controlplane.launch.Broker;
import io.counterfoil.samples.controlplane.launch.ControllerState;
import java.util.List;
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

    /** Long enough to be seen and killed on a machine that has much else to do. */
    private static final String SLOWLY = "{\"seconds\":6}";

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
    }

    @Test
    void controllerKilledInTheMiddle_anotherDoesIt_once() {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        String attempt = PLANE.api().command(swarm, "start", key, SLOWLY).correlationId();
        ControllerState victim = busyWith(attempt);

        Reply killed = PLANE.api().post("/page/controllers/" + victim.name() + "/kill", "{}");

        assertThat(killed.status()).isEqualTo(202);
        JsonNode command = PLANE.api().answered(attempt);
        assertThat(command.get("effects").intValue()).isEqualTo(1);
        assertThat(command.at("/attempts/0/outcome/status").stringValue()).isEqualTo("Running");
        assertThat(PLANE.api().command(key).get("attempts")).hasSize(1);
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
    void retryWhileTheCommandIsAtWork_waitsForItsOutcome() {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        String first = PLANE.api().command(swarm, "start", key, SLOWLY).correlationId();
        busyWith(first);

        String second =
                PLANE.api().post("/page/attempts/" + first + "/retry", "{}").correlationId();

        JsonNode replayed = PLANE.api().answered(second);
        assertThat(replayed.at("/attempts/0/outcome/replayOf").stringValue()).isEqualTo(first);
        assertThat(replayed.get("effects").intValue()).isEqualTo(1);
        JsonNode original = PLANE.api().answered(first);
        assertThat(original.at("/attempts/0/outcome/replayOf").isNull()).isTrue();
    }

    @Test
    void brokerKilledInTheMiddle_theCommandIsDoneOnce_andAnswered() {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        String attempt = PLANE.api().command(swarm, "start", key, SLOWLY).correlationId();
        busyWith(attempt);

        assertThat(PLANE.api().post("/page/broker/restart", "{}").status()).isEqualTo(202);

        JsonNode command = PLANE.api().answered(attempt);
        assertThat(command.get("effects").intValue()).isEqualTo(1);
        assertThat(command.at("/attempts/0/outcome/status").stringValue()).isEqualTo("Running");
    }

    @Test
    @Tag("SG-6")
    void dispatchWhileTheBrokerIsDown_is503_freesTheReservation_andTheSameKeyWorksLater() {
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
    void killOfNobody_isRefused() {
        PLANE.api().post("/page/controllers/nobody/kill", "{}").isProblem(409, "control-plane:unable", "");
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

    private static List<ControllerState> states() {
        return PLANE.plane().controllers().states();
    }
}
