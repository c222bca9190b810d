package io.counterfoil.cli.id;

import static java.util.Objects.requireNonNull;

import io.counterfoil.ids.snowflake.SnowflakeClockException;
import io.counterfoil.story.text.Visible;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The subcommand {@code id new}: prints new IDs, one per line, from the library's generators.
 *
 * <p>Exit codes: 0 for success; 1 if the clock prevents generation; 2 for an invalid command line.
 */
@Command(
        name = "new",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Prints new IDs, one per line.",
        footerHeading = "%nKinds:%n")
final class NewCommand implements Callable<Integer> {

    private static final int MAX_COUNT = 10_000_000;
    private static final int BATCH = 1 << 14;

    private @Nullable CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "KIND",
            completionCandidates = Kinds.class,
            description = "The kind of ID; the kinds are listed below.")
    private @Nullable String kind;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "COUNT",
            defaultValue = "1",
            description = "The number of IDs, 1 to 10000000. Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(
            names = {"-f", "--format"},
            paramLabel = "FORMAT",
            description = {
                "The text form. UUIDs: hex, base16, base32, ulid, base36, base58 or base62; default hex, and base36 for typed.",
                "Snowflakes: decimal, base16, base32, base36 or base62; default decimal."
            })
    private @Nullable String format;

    @Option(names = "--prefix", paramLabel = "PREFIX", description = "The prefix of a typed ID, such as acct.")
    private @Nullable String prefix;

    @Option(names = "--interval", paramLabel = "DURATION", description = "The interval of short COMBs. Default: PT1M.")
    private @Nullable Duration interval;

    @Option(
            names = "--machine-id",
            paramLabel = "N",
            description = "The machine ID of snowflakes, 0 to 1023, unique among all generators.")
    private @Nullable Integer machineId;

    @Option(
            names = "--epoch",
            paramLabel = "TIME",
            description = "The epoch of snowflakes, such as 2015-01-01T00:00:00Z. Default: Twitter's.")
    private @Nullable Instant epoch;

    NewCommand() {}

    /** Adds the kinds to the help. */
    @Spec
    void spec(CommandSpec command) {
        spec = command;
        command.usageMessage()
                .footer(Arrays.stream(IdKind.values())
                        .map(one -> "  %-18s %s".formatted(one, one.description()))
                        .toArray(String[]::new));
    }

    @Override
    public Integer call() {
        if (count < 1 || count > MAX_COUNT) {
            throw wrong("--count must be between 1 and %s, is %s".formatted(MAX_COUNT, count));
        }
        String name = requireNonNull(kind, "required by picocli");
        IdKind wanted = IdKind.named(name)
                .orElseThrow(() -> wrong("unknown kind of ID '%s'; known kinds: %s"
                        .formatted(
                                Visible.of(name, 40),
                                Arrays.stream(IdKind.values())
                                        .map(IdKind::toString)
                                        .collect(Collectors.joining(", ")))));
        Supplier<String> ids = generator(wanted);
        PrintWriter out = command().commandLine().getOut();
        try {
            print(ids, out);
        } catch (SnowflakeClockException e) {
            PrintWriter err = command().commandLine().getErr();
            err.println("counterfoil: " + e.getMessage());
            err.flush();
            return ExitCode.SOFTWARE;
        }
        return ExitCode.OK;
    }

    private Supplier<String> generator(IdKind wanted) {
        try {
            return wanted.generator(new IdForms(
                    wanted,
                    Optional.ofNullable(format),
                    Optional.ofNullable(prefix),
                    Optional.ofNullable(interval),
                    Optional.ofNullable(machineId),
                    Optional.ofNullable(epoch)));
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Stops early if the reader has closed the pipe. */
    private void print(Supplier<String> ids, PrintWriter out) {
        StringBuilder batch = new StringBuilder(BATCH + 128);
        for (int i = 0; i < count; i++) {
            batch.append(ids.get()).append(System.lineSeparator());
            if (batch.length() >= BATCH) {
                out.print(batch);
                batch.setLength(0);
                if (out.checkError()) {
                    return;
                }
            }
        }
        out.print(batch);
        out.flush();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command().commandLine(), message);
    }

    private CommandSpec command() {
        return requireNonNull(spec, "set by picocli");
    }

    /** Completion candidates. */
    private static final class Kinds implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(IdKind.values()).map(IdKind::toString).iterator();
        }
    }
}
