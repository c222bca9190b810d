package io.counterfoil.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ReportCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @TempDir
    private Path directory;

    @Command(name = "two")
    private static final class TwoParts extends ReportCommand {

        private int measured;

        @Override
        protected Map<String, Callable<String>> measurements() {
            Map<String, Callable<String>> parts = new LinkedHashMap<>();
            parts.put("one", () -> "the figures of " + ++measured);
            parts.put("two", () -> "the figures of " + ++measured);
            return parts;
        }
    }

    @Test
    void results_arePrinted_andReplaceTheirSections() throws IOException {
        Path document = directory.resolve("figures.md");
        Files.writeString(document, "<!-- two: begin -->\n<!-- two: end -->\n<!-- one: begin -->\n<!-- one: end -->\n");

        assertThat(run(new CommandLine(new TwoParts()), "--write", document.toString()))
                .isZero();

        assertThat(out.toString()).containsSubsequence("the figures of 1", "the figures of 2");
        assertThat(document).hasContent("""
                        <!-- two: begin -->

                        the figures of 2

                        <!-- two: end -->
                        <!-- one: begin -->

                        the figures of 1

                        <!-- one: end -->
                        """);
    }

    @Test
    void sectionThatIsMissing_isFoundBeforeAnythingIsMeasured() throws IOException {
        Path document = directory.resolve("figures.md");
        Files.writeString(document, "<!-- one: begin -->\n<!-- one: end -->\n");
        TwoParts command = new TwoParts();

        assertThat(run(new CommandLine(command), "--write", document.toString()))
                .isEqualTo(1);

        assertThat(command.measured).isZero();
        assertThat(errors.toString()).contains("<!-- two: begin -->");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "engine --rounds=0",
                "engine --threads=8,129",
                "engine --keys=1",
                "http --seconds=0",
                "http --threads=0",
                "ledger --warm-up=601",
                "bulk --rounds=1001",
                "messaging --rounds=-1",
                "outbox --seconds=NaN",
                "scale --workers=17",
                "story --rounds=0",
                "locality --batch=0"
            })
    void valueOutOfRange_isAnInvalidCommandLine(String line) {
        String[] arguments = line.split(" ");

        assertThat(run(Main.command(), arguments)).isEqualTo(2);

        assertThat(errors.toString())
                .startsWith(arguments[1].substring(0, arguments[1].indexOf('=')) + " must be between");
    }

    private int run(CommandLine command, String... arguments) {
        return command.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
    }
}
