package io.counterfoil.ledger.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.process.LedgerJvm;
import io.counterfoil.samples.support.testing.ChildJvm;
import io.counterfoil.testkit.network.ReservedPort;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(600)
class ServeTest {

    @TempDir
    Path directory;

    @Test
    void start_printsTheUrl_answersThere_andOnSigtermStopsBoth() throws Exception {
        try (ChildJvm main =
                LedgerJvm.start(Serve.class, "--port", 0, "--data-dir", LedgerJvm.dataDirectory(directory))) {
            URI url = URI.create(main.awaitLine("  URL "));
            HttpResponse<String> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(url)
                                    .timeout(Duration.ofMinutes(5))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isBetween(200, 499);
            assertThat(url.getHost()).isEqualTo("127.0.0.1");
            assertThat(directory.resolve("postgresql/postmaster.pid")).exists();

            main.terminate();

            assertThat(main.exitCode()).isEqualTo(143);
            assertThat(main.errors()).isEmpty();
            assertThat(directory.resolve("postgresql/postmaster.pid")).doesNotExist();
        }
    }

    @Test
    void portInUse_isOneLineAndExitCode1_beforeAnyDatabase() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            assertFails(
                    1,
                    "counterfoil: port %s is in use; choose another with --port".formatted(taken.getLocalPort()),
                    "--port",
                    taken.getLocalPort(),
                    "--data-dir",
                    directory.resolve("data"));
        }
        assertThat(directory.resolve("data")).doesNotExist();
    }

    @Test
    void dataDirectoryInUse_isOneLineAndExitCode1() throws Exception {
        long holder = ProcessHandle.current().pid();
        try (FileChannel lock = FileChannel.open(directory.resolve("lock"), CREATE, WRITE)) {
            assertThat(lock.tryLock()).isNotNull();
            lock.write(UTF_8.encode(Long.toString(holder)));
            try (ChildJvm main = LedgerJvm.start(Serve.class, "--port", 0, "--data-dir", directory)) {
                main.output();
                assertThat(main.errors())
                        .containsExactly(
                                "counterfoil: data directory %s is in use by another process (%s); stop that process or choose another"
                                                .formatted(directory.toRealPath(), holder)
                                        + " directory with --data-dir");
                assertThat(main.exitCode()).isEqualTo(1);
            }
        }
    }

    @Test
    void dataDirectoryThatIsAFile_isOneLineAndExitCode1() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertFails(
                1,
                "counterfoil: data directory %s is not a directory".formatted(file),
                "--port",
                0,
                "--data-dir",
                file);
    }

    @Test
    void dataDirectoryBelowAFile_isOneLineAndExitCode1() throws Exception {
        Path below = Files.writeString(directory.resolve("file"), "").resolve("data");

        assertFails(
                1,
                "counterfoil: data directory %s is not writable: Not a directory".formatted(below),
                "--port",
                0,
                "--data-dir",
                below);
    }

    @Test
    void unreachableDatabase_isOneLineAndExitCode1() {
        try (ReservedPort closed = ReservedPort.any()) {
            assertFails(
                    1,
                    ("counterfoil: no connection to the database 127.0.0.1:%1$s/ledger: Connection to 127.0.0.1:%1$s"
                                    + " refused. Check that the hostname and port are correct and that the postmaster is"
                                    + " accepting TCP/IP connections.")
                            .formatted(closed.number()),
                    "--port",
                    0,
                    "--database-url",
                    "postgresql://user:secret@127.0.0.1:%s/ledger".formatted(closed.number()));
        }
    }

    @Test
    void unsupportedDatabaseUrl_isOneLineAndExitCode1() {
        assertFails(
                1,
                "counterfoil: unsupported --database-url: it must be jdbc:postgresql://HOST:PORT/DATABASE or"
                        + " postgresql://USER:PASSWORD@HOST:PORT/DATABASE",
                "--port",
                0,
                "--database-url",
                "jdbc:postgresql://127.0.0.1:port/ledger");
    }

    @Test
    void unknownOption_isOneLineAndExitCode2() {
        assertFails(2, "counterfoil: Unknown option: '--prot'; see --help", "--prot");
    }

    @Test
    void portOutOfRange_isOneLineAndExitCode2() {
        assertFails(2, "counterfoil: --port must be between 0 and 65535, is 65536; see --help", "--port", 65_536);
    }

    @Test
    void dataDirectoryTogetherWithDatabaseUrl_isOneLineAndExitCode2() {
        assertFails(
                2,
                "counterfoil: --data-dir=DIR, --database-url=URL are mutually exclusive (specify only one); see --help",
                "--data-dir",
                directory,
                "--database-url",
                "postgresql://127.0.0.1/ledger");
    }

    @Test
    void help_namesEveryOption() {
        StringWriter out = new StringWriter();

        assertThat(Serve.commandLine().setOut(new PrintWriter(out, true)).execute("--help"))
                .isZero();

        assertThat(out.toString())
                .contains("--port=PORT", "--data-dir=DIR", "--database-url=URL", "--help", "--version");
    }

    private static void assertFails(int exitCode, String line, Object... arguments) {
        StringWriter err = new StringWriter();
        CommandLine program = Serve.commandLine().setErr(new PrintWriter(err, true));

        assertThat(program.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new)))
                .isEqualTo(exitCode);

        assertThat(err).hasToString(line + System.lineSeparator());
    }
}
