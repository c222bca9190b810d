package io.counterfoil.samples.controlplane;

import static io.counterfoil.samples.controlplane.Api.fresh;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SwarmScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The logs of all processes: by attempt, and by user action. */
@Timeout(600)
class LogTest {

    @RegisterExtension
    static final SharedPlane PLANE = new SharedPlane();

    @Test
    @Tag("SG-8")
    @Tag("SG-9")
    @Tag("CO-3")
    void everyLogLineOfASwarm_hasBothIds_inEveryProcess() throws Exception {
        Commands commands = new Commands();

        List<JsonNode> lines = linesThatName(commands.swarm);

        assertThat(lines).allSatisfy(line -> {
            List<String> attempts = commands.attemptsByKey.get(field(line, "idempotency_key"));
            assertThat(attempts).as("attempts under the key of %s", line).isNotNull();
            String id = field(line, "corr_id");
            assertThat(attempts).as("the attempt of %s", line).anyMatch(attempt -> isWithin(id, attempt));
        });
        String start = "swarm-start of " + commands.swarm;
        assertThat(lines.stream().map(LogTest::message))
                .contains(start + " dispatched as " + commands.first, start + " begins, 0 s", start + " ends")
                .contains(start + ": Running", start + ": Running, replay of " + commands.first)
                .contains("swarm-paint of " + commands.swarm + ": Failed")
                .anyMatch(message -> message.startsWith("Command executed [type=swarm-start]"))
                .anyMatch(message -> message.startsWith("Command replayed [type=swarm-start]"))
                .anyMatch(message -> message.startsWith("Message dead-lettered"));
        assertThat(lines.stream()
                        .filter(line -> field(line, "idempotency_key").equals(commands.key))
                        .filter(line -> isWithin(field(line, "corr_id"), commands.duplicate))
                        .map(LogTest::message))
                .contains(start + ": Running, replay of " + commands.first)
                .anyMatch(message -> message.startsWith("Command replayed"));
    }

    @Test
    @Tag("SG-8")
    @Tag("SG-9")
    void duplicateIsLoggedAtInfo_andADeadLetterAtWarnWithItsReason() throws Exception {
        Commands commands = new Commands();

        List<JsonNode> lines = linesThatName(commands.swarm);

        assertThat(lines)
                .filteredOn(line -> message(line).startsWith("Command replayed"))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.path("level").stringValue()).isEqualTo("INFO");
                    assertThat(message(line))
                            .contains(
                                    "[correlation_id=" + commands.duplicate + "]",
                                    "[replay_of=" + commands.first + "]");
                });
        assertThat(lines)
                .filteredOn(line -> message(line).startsWith("Message dead-lettered"))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.path("level").stringValue()).isEqualTo("WARN");
                    assertThat(message(line)).contains("[reason=signals of type swarm-paint have no handler here]");
                });
    }

    @Test
    @Tag("SG-8")
    void storyOfAnAttempt_isReadFromTheLogsOfAllProcesses() throws Exception {
        Commands commands = new Commands();

        assertThat(story(commands.first))
                .contains(
                        "swarm-start of " + commands.swarm + " begins",
                        "swarm-start of " + commands.swarm + ": Running");
    }

    @Test
    @Tag("SG-8")
    @Tag("SG-9")
    void storyOfADuplicateOrDeadLetter_showsBothServices() throws Exception {
        Commands commands = new Commands();

        String first = PlaneStory.label(commands.first);
        String second = PlaneStory.label(commands.duplicate);
        assertThat(story(commands.duplicate).lines())
                .startsWith("The story of %s: attempt %s was answered with the result of attempt %s"
                        .formatted(commands.duplicate, second, commands.first))
                .anyMatch(line ->
                        line.startsWith(commands.duplicate) && line.endsWith("  attempt " + second + " of action 1"))
                .anyMatch(line ->
                        line.matches(".*orchestrator +INFO +swarm-start of " + commands.swarm + " dispatched .*"))
                .anyMatch(line -> line.matches(".*controller-[12] +INFO +Command replayed .*"))
                .anyMatch(line -> line.matches(
                        ".*orchestrator +INFO +swarm-start of " + commands.swarm + ": Running, replay of .*"))
                .anyMatch(line -> line.matches(
                        "Action 1, idempotency key %s: 1 attempt, [2-9] processings".formatted(commands.key)));
        String whole = commands.first.substring(0, commands.first.lastIndexOf('.'));
        for (String requested : List.of(whole, commands.key)) {
            assertThat(story(requested).lines())
                    .as("the story of %s", requested)
                    .first()
                    .asString()
                    .matches("The story of .*: attempt %s succeeded, in .*, status Running".formatted(first));
            assertThat(story(requested).lines())
                    .as("the story of %s", requested)
                    .anyMatch(line -> line.contains("Command replayed"))
                    .anyMatch(line -> line.matches(
                            "Action 1, idempotency key %s: 2 attempts, [4-9] processings".formatted(commands.key)))
                    .anyMatch(line -> line.endsWith("  executed, status Running") && line.contains("  " + first + "  "))
                    .anyMatch(
                            line -> line.endsWith("  replayed, status Running") && line.contains("  " + second + "  "));
        }
        assertThat(story(commands.dead).lines())
                .anyMatch(line -> line.matches(".*controller-[12] +WARN +Message dead-lettered .*"))
                .anyMatch(
                        line -> line.matches(".*orchestrator +INFO +swarm-paint of " + commands.swarm + ": Failed.*"));
    }

    /** A swarm that was created and started, a duplicate of the start, and a signal that no controller has a handler for. */
    private static final class Commands {

        final String swarm = fresh("swarm");
        final String key = fresh("key");
        final String first;
        final String duplicate;
        final String dead;
        final Map<String, List<String>> attemptsByKey;

        Commands() throws Exception {
            String creation = fresh("creation");
            String created = PLANE.api().command(swarm, "create", creation).correlationId();
            PLANE.api().answered(created);
            first = PLANE.api().command(swarm, "start", key).correlationId();
            PLANE.api().answered(first);
            duplicate =
                    PLANE.api().post("/page/attempts/" + first + "/retry", "{}").correlationId();
            Signal paint = new Signal(
                    Instant.now(),
                    "swarm-paint",
                    "orchestrator-2",
                    new SwarmScope(swarm, SwarmAction.ROLE, SwarmScope.ALL),
                    CorrelationId.fresh(),
                    new RequestId(fresh("paint")),
                    Data.EMPTY);
            PLANE.publish(paint.toMessage());
            dead = paint.correlationId().value();
            attemptsByKey = Map.of(
                    creation,
                    List.of(created),
                    key,
                    List.of(first, duplicate),
                    paint.idempotencyKey().value(),
                    List.of(dead));
            awaitLine("swarm-start of " + swarm + ": Running, replay of " + first);
            awaitLine("swarm-paint of " + swarm + ": Failed");
            awaitLine("Command executed [type=swarm-start]");
            awaitLine("Command replayed");
            awaitLine("Message dead-lettered");
        }

        private void awaitLine(String beginning) {
            Eventually.value(
                    "line that begins with " + beginning,
                    () -> linesThatName(swarm),
                    lines -> lines.stream().anyMatch(line -> message(line).startsWith(beginning)));
        }
    }

    private static String story(String requested) {
        return PlaneStory.of(PLANE, requested);
    }

    private static boolean isWithin(String id, String head) {
        return id.equals(head) || (!head.isEmpty() && id.startsWith(head + "."));
    }

    /** The lines of all processes whose text has the name, whatever IDs they have. */
    private static List<JsonNode> linesThatName(String swarm) {
        List<JsonNode> found = new ArrayList<>();
        for (Path log : PlaneStory.logs(PLANE)) {
            try {
                String text = new String(Files.readAllBytes(log), UTF_8);
                // The last line may be half written.
                text.substring(0, text.lastIndexOf('\n') + 1)
                        .lines()
                        .filter(line -> line.contains(swarm))
                        .map(JsonMapper.shared()::readTree)
                        .forEach(found::add);
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return found;
    }

    /** Boot's lines have it at the top, Logback's among the rest of the MDC. */
    private static String field(JsonNode line, String name) {
        return line.path(name).asString(line.path("mdc").path(name).asString(""));
    }

    private static String message(JsonNode line) {
        return line.path("message").asString(line.path("formattedMessage").asString(""));
    }
}
