package io.counterfoil.ledger.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.entities.Namespace;
import io.counterfoil.ledger.imports.CallbackSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("RF-8")
class CallbackSecretCommandTest {

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine program = Serve.commandLine(new CallbackSecretCommand())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));

    @Test
    void secretOfAClient_isItsOwn_andTheSameEachTime() throws Exception {
        CallbackSecret ofTheService = LedgerDatabase.callbackSecret(directory);
        assertThat(LedgerDatabase.callbackSecret(directory)).isEqualTo(ofTheService);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("callback-secret"))))
                .isEqualTo("rw-------");

        assertThat(program.execute("callback-secret", "alice", "--data-dir", directory.toString()))
                .isZero();

        assertThat(out.toString().strip())
                .isEqualTo(CallbackSettings.derived(ofTheService, Namespace.ofClient("alice"))
                        .text())
                .isNotEqualTo(CallbackSettings.derived(ofTheService, Namespace.ofClient("bob"))
                        .text())
                .isNotEqualTo(ofTheService.text());
    }

    @Test
    void directoryWithoutASecret_isOneLineAndExitCode1() {
        assertThat(program.execute("callback-secret", "alice", "--data-dir", directory.toString()))
                .isEqualTo(1);

        assertThat(err.toString())
                .isEqualTo(
                        "counterfoil: there is no %s/callback-secret: the service creates it when it first starts with this directory%n"
                                .formatted(directory));
    }
}
