package io.counterfoil.samples.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.samples.controlplane.launch.Main;
import io.counterfoil.samples.support.database.EmbeddedDatabase;
import io.counterfoil.samples.support.testing.ChildJvm;
import io.counterfoil.samples.support.testing.PreparedDataDirectory;
import io.counterfoil.testkit.broker.BrokerAssumptions;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.postgresql.ds.PGSimpleDataSource;
import tools.jackson.databind.JsonNode;

/** The program in a process of its own, and what is left when it ends. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class EndTest {

    private static final long PATIENCE_SECONDS = 300;

    @TempDir
    Path directory;

    private Path data;
    private Path temporary;

    @BeforeEach
    void makeDirectories() throws IOException {
        data = PreparedDataDirectory.in(directory.resolve("data"), TestPostgres.programs());
        temporary = Files.createDirectory(directory.resolve("tmp"));
    }

    @AfterEach
    void stopWhatAFailedTestLeft() throws IOException {
        if (Files.exists(data.resolve("postgresql/postmaster.pid"))) {
            EmbeddedDatabase.start(data, "control_plane").close();
        }
    }

    @Test
    @Tag("SG-5")
    void stoppedProgram_endsItsProcesses_andLeavesNoTraceOrWarning() throws Exception {
        BrokerAssumptions.assumeRabbitMq();
        try (ChildJvm program = start("--port", "0")) {
            new Api(url(program)).created();
            List<ProcessHandle> started = program.descendants();
            assertThat(started.stream().filter(EndTest::isJava)).hasSize(2);
            ProcessHandle postgresql = postgresql();

            program.terminate();

            assertThat(program.exitCode()).isEqualTo(143);
            assertThat(program.errors()).isEmpty();
            assertThat(program.output()).noneMatch(line -> line.contains("WARN") && !isOfTheMachine(line));
            assertAllEnd(started);
            assertAllEnd(List.of(postgresql));
        }
        assertThat(data.resolve("postgresql/postmaster.pid")).doesNotExist();
        assertThat(temporary).isDirectoryNotContaining(left -> left.toString().contains("counterfoil"));
        assertThat(warnings()).isEmpty();
    }

    @Test
    @Tag("SG-5")
    void killedProgram_endsItsControllers_nextStartAnswers() throws Exception {
        BrokerAssumptions.assumeRabbitMq();
        String key = Api.fresh("key");
        String first;
        try (ChildJvm program = start("--port", "0")) {
            Api api = new Api(url(program));
            String swarm = api.created();
            List<ProcessHandle> controllers =
                    program.descendants().stream().filter(EndTest::isJava).toList();
            assertThat(controllers).hasSize(2);
            try (Gate gate = Gate.closed(database(), key)) {
                first = api.command(swarm, "start", key).correlationId();
                gate.awaitArrival();

                program.kill();

                assertAllEnd(controllers);
            }
        }

        // PostgreSQL lives on, as it must not be cut short; this start stops it, and finds the data.
        try (ChildJvm program = start("--port", "0")) {
            Api api = new Api(url(program));
            JsonNode command = Eventually.value(
                    "answer to " + key,
                    () -> api.command(key),
                    each -> !each.at("/attempts/0/outcome").isNull());
            assertThat(command.get("attempts")).hasSize(2);
            assertThat(command.at("/attempts/0/correlationId").stringValue()).isNotEqualTo(first);
            assertThat(command.at("/attempts/0/outcome/status").stringValue()).isEqualTo("Running");
            assertThat(command.at("/attempts/1/correlationId").stringValue()).isEqualTo(first);
            assertThat(command.get("effects").intValue()).isEqualTo(1);
            program.terminate();
            assertThat(program.exitCode()).isEqualTo(143);
        }
    }

    @Test
    void wrongOptions_areOneLine_andExitCode2() throws Exception {
        try (ChildJvm program = start("--port", "65536")) {
            assertThat(program.exitCode()).isEqualTo(2);
            assertThat(program.errors())
                    .containsExactly("counterfoil: --port must be between 0 and 65535, is 65536; see --help");
        }
    }

    @Test
    void unreachableBroker_isReportedInOneLine_withExitCode1() throws Exception {
        try (ChildJvm program = start("--port", "0", "--amqp", "amqp://127.0.0.1:1/")) {
            assertThat(program.exitCode()).isEqualTo(1);
            assertThat(program.errors())
                    .singleElement()
                    .asString()
                    .startsWith("counterfoil: no RabbitMQ answers at 127.0.0.1:1: ");
        }
        assertThat(data).isDirectoryNotContaining(left -> !left.endsWith("binaries"));
    }

    private ChildJvm start(String... options) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("--data-dir", data));
        arguments.addAll(List.of(options));
        return ChildJvm.start(List.of("-Djava.io.tmpdir=" + temporary), Main.class, arguments.toArray());
    }

    private static URI url(ChildJvm program) throws IOException {
        return URI.create(program.awaitLine("  URL "));
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().map(command -> command.endsWith("java")).orElse(false);
    }

    private ProcessHandle postgresql() throws IOException {
        return ProcessHandle.of(Long.parseLong(postmaster(0))).orElseThrow();
    }

    /** The program's own. */
    private PGSimpleDataSource database() throws IOException {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setURL("jdbc:postgresql://127.0.0.1:" + postmaster(3) + "/control_plane");
        database.setUser("postgres");
        database.setPassword(Files.readString(data.resolve("password")).strip());
        return database;
    }

    /** A line of what PostgreSQL notes of itself: its process first, its port fourth. */
    private String postmaster(int line) throws IOException {
        return Files.readAllLines(data.resolve("postgresql/postmaster.pid"))
                .get(line)
                .strip();
    }

    private static void assertAllEnd(List<ProcessHandle> processes) {
        for (ProcessHandle process : processes) {
            assertThat(process.onExit())
                    .as("end of " + process.pid())
                    .succeedsWithin(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Of all processes, by what they have logged. */
    private List<String> warnings() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> logs = Files.list(data.resolve("logs"))) {
            for (Path log : logs.toList()) {
                Files.readAllLines(log).stream()
                        .filter(line -> !line.contains("\"INFO\"") && !isOfTheMachine(line))
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** Whether the connection pool says only that the machine stood still. */
    private static boolean isOfTheMachine(String line) {
        return line.contains("Thread starvation or clock leap detected");
    }
}
