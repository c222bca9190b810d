package io.counterfoil.cli.schema;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The subcommand {@code schema verify}: compares the tables in a database with the scripts of this version. Changes nothing.
 *
 * <p>Exit codes: 0 where all are complete; 1 where something is missing or different, or there are no tables; 2 for an invalid command line, or
 * a database that is unreachable or not supported.
 */
@Command(
        name = "verify",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Says which features' tables are in a database, and what is missing. Changes nothing.")
final class VerifyCommand implements Callable<Integer> {

    private final Map<String, String> environment;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FEATURE", arity = "0..*", description = "As for print. Default: those that are there.")
    private List<String> features = List.of();

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    VerifyCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        return DatabaseWork.run(
                database,
                environment,
                features,
                requireNonNull(spec, "set by picocli").commandLine(),
                (connection, dialect, found, out) -> {
                    found.forEach(feature -> print(feature, out));
                    out.flush();
                    advise(found);
                    return found.stream().allMatch(feature -> feature.found().isComplete())
                            ? ExitCode.OK
                            : ExitCode.SOFTWARE;
                });
    }

    private static void print(InspectedFeature feature, PrintWriter out) {
        out.println(feature.summary());
        feature.found().findings().forEach(finding -> out.println("  - " + finding));
    }

    /** What to do, apart from the findings: they are read by programs, too. */
    private void advise(List<InspectedFeature> found) {
        PrintWriter err = requireNonNull(spec, "set by picocli").commandLine().getErr();
        List<String> byHand = found.stream()
                .flatMap(feature -> feature.found().byHand().stream())
                .toList();
        if (found.stream().anyMatch(feature -> !feature.found().additions().isEmpty())) {
            err.println("counterfoil: 'schema upgrade' adds what is missing"
                    + (byHand.isEmpty() ? "" : "; to be changed by hand:"));
        } else if (!byHand.isEmpty()) {
            err.println("counterfoil: to be changed by hand, or by the version that the tables are of:");
        }
        byHand.forEach(finding -> err.println("  - " + finding));
    }
}
