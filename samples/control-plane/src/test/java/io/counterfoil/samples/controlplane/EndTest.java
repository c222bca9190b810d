package io.counterfoil.samples.controlplane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.counterfoil.ledger.launch.EmbeddedDatabase;
import io.counterfoil.samples.controlplane.launch.Main;
import io.counterfoil.testkit.broker.PrivateRabbitMq;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program in a process of its own, and what is left when it ends. */
@Timeout(180)
class EndTest {

    private static final String URL = "  URL ";

    @TempDir
    Path directory;

    @Test
    @Tag("SG-5")
    void killedProgram_takesItsControllersWithIt_andTheDataStay() throws Exception {
        Optional<String> obstacle = PrivateRabbitMq.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "no RabbitMQ: " + obstacle.orElseThrow());
        Process program = start();
        List<ProcessHandle> started;
        try (BufferedReader output = program.inputReader(UTF_8)) {
            Api api = new Api(url(output));
            String swarm = api.created();
            api.command(swarm, "start", Api.fresh("key"), "{\"seconds\":20}").correlationId();
            started = controllers(program);
            assertThat(started).hasSize(2);
        } finally {
            program.destroyForcibly();
            assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }

        for (ProcessHandle controller : started) {
            controller.onExit().orTimeout(30, TimeUnit.SECONDS).join();
        }
        // PostgreSQL lives on, as it must not be cut short; the next start stops it, and finds the data.
        EmbeddedDatabase.start(directory.resolve("data")).close();
    }

    @Test
    void wrongOptions_areOneLine_andExitCode2() throws Exception {
        Process program = start("--port", "65536");

        assertThat(new String(program.getErrorStream().readAllBytes(), UTF_8))
                .isEqualTo("counterfoil: --port must be between 0 and 65535, and is 65536; see --help\n");
        assertThat(program.waitFor()).isEqualTo(2);
    }

    @Test
    void brokerThatDoesNotAnswer_isOneLine_andExitCode1_andNothingIsLeft() throws Exception {
        Process program = start("--amqp", "amqp://127.0.0.1:1/");

        assertThat(new String(program.getErrorStream().readAllBytes(), UTF_8))
                .startsWith("counterfoil: no RabbitMQ answers at 127.0.0.1:1: ")
                .hasLineCount(1);
        assertThat(program.waitFor()).isEqualTo(1);
        assertThat(directory).isEmptyDirectory();
    }

    private Process start(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "--port",
                "0",
                "--data-dir",
                directory.resolve("data").toString()));
        if (options.length > 0 && options[0].equals("--port")) {
            command.subList(command.indexOf("--port"), command.indexOf("--port") + 2)
                    .clear();
        }
        command.addAll(List.of(options));
        return new ProcessBuilder(command).start();
    }

    private static URI url(BufferedReader output) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(URL)) {
                return URI.create(line.substring(URL.length()).strip());
            }
        }
        throw new AssertionError("it did not start");
    }

    private static List<ProcessHandle> controllers(Process program) {
        return program.children()
                .filter(child -> child.info()
                        .command()
                        .map(command -> command.endsWith("java"))
                        .orElse(false))
                .toList();
    }
}
