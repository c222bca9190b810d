package io.counterfoil.ledger.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.access.ApiKeyCommand;
import io.counterfoil.ledger.cli.Main;
import io.counterfoil.ledger.process.LedgerJvm;
import io.counterfoil.samples.support.testing.ChildJvm;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(600)
@Tag("RQ-5")
@Execution(ExecutionMode.CONCURRENT)
class ApiKeyCommandTest {

    @TempDir
    Path directory;

    @Test
    void keys_areMadeAndRevoked_withoutAServiceAndBesideOne() throws Exception {
        LedgerJvm.dataDirectory(directory);
        String before = apiKey("create", "alice").get(0);
        assertThat(directory.resolve("postgresql/postmaster.pid")).doesNotExist();

        try (ChildJvm service = LedgerJvm.start(Main.class, "--api-keys", "--port", 0, "--data-dir", directory)) {
            URI ledgers = URI.create(service.awaitLine("  URL ")).resolve("/v1/ledgers");
            assertThat(service.awaitLine("  keys ")).contains("api-key create OWNER");
            String beside = apiKeyByAnotherProcess("create", "alice").get(0);
            assertThat(beside).matches("cfk_[A-Za-z0-9_-]{43}").isNotEqualTo(before);
            assertThat(status(ledgers, "")).isEqualTo(401);
            assertThat(status(ledgers, before)).isEqualTo(200);
            assertThat(status(ledgers, beside)).isEqualTo(200);

            List<String> listed = apiKey("list");
            assertThat(listed).hasSize(2).allMatch(line -> line.endsWith("  alice"));
            apiKey("revoke", listed.get(0).substring(0, listed.get(0).indexOf(' ')));

            assertThat(status(ledgers, before)).isEqualTo(401);
            assertThat(status(ledgers, beside)).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "api-key                       | 2 | api-key needs a command: create, list or revoke; see --help",
                "api-key create                | 2 | Missing required parameter: 'OWNER'; see --help",
                "api-key create a\u0000b       | 2 | OWNER has a control character at index 1; see --help",
                "api-key revoke x              | 2 | ID must be a key ID, key_..., as printed by list; see --help",
                "api-key list --data-dir a --database-url b"
                        + " | 2 | --data-dir=DIR, --database-url=URL are mutually exclusive (specify only one); see --help",
            })
    void wrongCommandLine_isOneLineThatSaysWhatToDo(String arguments, int exitCode, String line) {
        StringWriter err = new StringWriter();
        CommandLine program = Serve.commandLine(new ApiKeyCommand()).setErr(new PrintWriter(err, true));

        assertThat(program.execute(arguments.split(" +", -1))).isEqualTo(exitCode);

        assertThat(err).hasToString("counterfoil: " + line + System.lineSeparator());
    }

    @Test
    void help_namesEveryCommand() {
        assertThat(new CommandLine(new ApiKeyCommand()).getUsageMessage()).contains("create", "list", "revoke");
    }

    private List<String> apiKey(String... arguments) {
        StringWriter out = new StringWriter();
        CommandLine program = Serve.commandLine(new ApiKeyCommand()).setOut(new PrintWriter(out, true));

        assertThat(program.execute(all(arguments))).isZero();

        return out.toString().lines().toList();
    }

    private List<String> apiKeyByAnotherProcess(String... arguments) throws Exception {
        try (ChildJvm child = LedgerJvm.start(Main.class, (Object[]) all(arguments))) {
            List<String> output = child.output();
            assertThat(child.exitCode()).as("%s", child.errors()).isZero();
            return output;
        }
    }

    private String[] all(String... arguments) {
        return Stream.of(Stream.of("api-key"), Stream.of(arguments), Stream.of("--data-dir", directory.toString()))
                .flatMap(part -> part)
                .toArray(String[]::new);
    }

    private static int status(URI uri, String key) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
