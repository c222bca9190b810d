package io.counterfoil.samples.controlplane;

import static io.counterfoil.samples.controlplane.Api.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.cli.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
    @Tag("CO-3")
    void everyLineOfACommand_hasBothIds_inWhicheverProcess() {
        String swarm = PLANE.api().created();
        String key = fresh("key");
        String attempt = PLANE.api().command(swarm, "start", key).correlationId();
        awaitTold(swarm, attempt);

        List<JsonNode> byAttempt = lines("corr_id", attempt);
        List<JsonNode> byAction = lines("idempotency_key", key);

        assertThat(byAttempt.stream().map(LogTest::message))
                .anyMatch(message -> message.equals("swarm-start of " + swarm + " begins, 0 s"))
                .anyMatch(message -> message.equals("swarm-start of " + swarm + " ends"))
                .anyMatch(message -> message.equals("swarm-start of " + swarm + ": Running"));
        assertThat(byAttempt).allMatch(line -> field(line, "idempotency_key").equals(key));
        assertThat(byAction.stream().map(LogTest::message))
                .anyMatch(message -> message.equals("swarm-start of " + swarm + " dispatched as " + attempt))
                .containsAll(byAttempt.stream().map(LogTest::message).toList());
    }

    @Test
    @Tag("SG-8")
    void storyOfAnAttempt_isReadFromTheLogsOfAllProcesses() {
        String swarm = PLANE.api().created();
        String attempt = PLANE.api().command(swarm, "start", fresh("key")).correlationId();
        awaitTold(swarm, attempt);
        List<String> arguments = new ArrayList<>(List.of("story", attempt));
        logs().forEach(log -> arguments.add(log.toString()));
        StringWriter told = new StringWriter();

        int exitCode = Program.commandLine().setOut(new PrintWriter(told)).execute(arguments.toArray(String[]::new));

        assertThat(exitCode).isZero();
        assertThat(told.toString())
                .contains("swarm-start of " + swarm + " begins", "swarm-start of " + swarm + ": Running");
    }

    /** An outcome is noted first, and logged then. */
    private static void awaitTold(String swarm, String attempt) {
        PLANE.api().answered(attempt);
        Eventually.value(
                "line on the outcome of " + attempt,
                () -> lines("corr_id", attempt),
                lines ->
                        lines.stream().anyMatch(line -> message(line).equals("swarm-start of " + swarm + ": Running")));
    }

    private static List<JsonNode> lines(String name, String value) {
        List<JsonNode> found = new ArrayList<>();
        for (Path log : logs()) {
            try (Stream<String> lines = Files.lines(log)) {
                lines.map(JsonMapper.shared()::readTree)
                        .filter(line -> field(line, name).equals(value))
                        .forEach(found::add);
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return found;
    }

    private static List<Path> logs() {
        try (Stream<Path> files = Files.list(PLANE.plane().logs())) {
            List<Path> logs = files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
            assertThat(logs).hasSize(3);
            return logs;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Boot's lines have it at the top, Logback's among the rest of the MDC. */
    private static String field(JsonNode line, String name) {
        return line.path(name).asString(line.path("mdc").path(name).asString(""));
    }

    private static String message(JsonNode line) {
        return line.path("message").asString(line.path("formattedMessage").asString(""));
    }
}
