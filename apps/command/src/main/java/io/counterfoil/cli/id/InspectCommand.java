package io.counterfoil.cli.id;

import static java.util.Objects.requireNonNull;

import io.counterfoil.cli.id.Setting.Epoch;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.snowflake.Snowflake;
import io.counterfoil.story.text.Ink;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The subcommand {@code id inspect}: prints the possible interpretations of each text.
 *
 * <p>Exit codes: 0 if every text is a valid ID of some kind; 1 if one is not, or the input cannot be read; 2 for an
 * invalid command line.
 */
@Command(
        name = "inspect",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Prints the possible kinds of each ID, the time it contains, and whether it is valid.",
            "Exit code 1: a text is not a valid ID of any kind."
        })
final class InspectCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "TEXT",
            arity = "0..*",
            description = "The IDs to inspect. Without any, standard input is read, one ID per line.")
    private List<String> texts = List.of();

    @Option(names = "--json", description = "Print one JSON object per text, each on its own line.")
    private boolean json;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description =
                    "Inspect as of this time, such as 2026-11-20T14:00:00Z, for IDs from an old log. Default: now.")
    private @Nullable Instant at;

    @Option(names = "--interval", paramLabel = "DURATION", description = "The interval of short COMBs. Default: PT1M.")
    private @Nullable Duration interval;

    @Option(
            names = "--epoch",
            paramLabel = "TIME",
            description =
                    "The epoch of snowflakes. Default: Twitter's, Discord's and that of Unix, as far as plausible.")
    private @Nullable Instant epoch;

    InspectCommand() {}

    @Override
    public Integer call() throws IOException {
        Inspector inspector = new Inspector(setting());
        PrintWriter out = command().commandLine().getOut();
        Report report = json
                ? new JsonReport(out)
                : new TextReport(
                        out,
                        new Ink(command().commandLine().getColorScheme().ansi().enabled()),
                        at == null ? Instant.now() : at);
        boolean allValid = true;
        if (texts.isEmpty()) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            BoundedLines input = new BoundedLines(lines, Inspector.MAX_LENGTH);
            for (String line = input.next(); line != null; line = input.next()) {
                if (!line.isBlank()) {
                    allValid &= inspect(line.strip(), inspector, report);
                }
            }
        }
        for (String text : texts) {
            allValid &= inspect(text, inspector, report);
        }
        out.flush();
        return allValid ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static boolean inspect(String text, Inspector inspector, Report report) {
        Inspection inspection = inspector.inspect(text);
        report.write(inspection);
        return inspection.isValid();
    }

    private Setting setting() {
        try {
            ShortPrefixComb prefixes = IdForms.combs(Optional.ofNullable(interval));
            List<Epoch> epochs = epoch == null
                    ? Setting.KNOWN_EPOCHS
                    : List.of(new Epoch(epoch.toString(), new Snowflake.Layout(epoch)));
            return new Setting(at == null ? Instant.now() : at, prefixes, epochs);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command().commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private CommandSpec command() {
        return requireNonNull(spec, "set by picocli");
    }
}
