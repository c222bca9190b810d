package io.counterfoil.cli.schema;

import static java.util.Objects.requireNonNull;

import io.counterfoil.jdbc.dialect.SqlDialect;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The subcommand {@code schema upgrade}: adds to the tables in a database what this version needs, while programs of an earlier version use them.
 * It prints the statements, with the reason of each as a comment.
 *
 * <p>Exit codes: 0 where all are complete afterwards, or would be after the statements of a dry run; 1 where something has to be changed by hand,
 * or there are no tables; 2 for an invalid command line, or a database that is unreachable, not supported, or refuses.
 */
@Command(
        name = "upgrade",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Adds to the tables in a database what this version needs. Prints the statements.")
final class UpgradeCommand implements Callable<Integer> {

    private final Map<String, String> environment;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "FEATURE",
            arity = "0..*",
            description = "As for print; creates the tables of one that is not there. Default: those that are there.")
    private List<String> features = List.of();

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--dry-run", description = "Print the statements without executing them.")
    private boolean dry;

    UpgradeCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        return DatabaseWork.run(
                database,
                environment,
                features,
                requireNonNull(spec, "set by picocli").commandLine(),
                this::upgrade);
    }

    private int upgrade(Connection connection, SqlDialect dialect, List<InspectedFeature> found, PrintWriter out)
            throws SQLException {
        int exit = ExitCode.OK;
        for (InspectedFeature feature : found) {
            out.println("-- " + feature.summary());
            feature.found().findings().forEach(finding -> out.println("--   " + finding));
            feature.found().additions().forEach(statement -> out.println(statement.strip() + ";"));
            out.flush();
            List<String> byHand = dry
                    ? feature.found().byHand()
                    : feature.schema().upgrade(connection, dialect).findings();
            byHand.forEach(finding -> out.println("--   to be changed by hand: " + finding));
            exit = byHand.isEmpty() ? exit : ExitCode.SOFTWARE;
        }
        return exit;
    }
}
