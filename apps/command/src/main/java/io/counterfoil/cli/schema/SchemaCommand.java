package io.counterfoil.cli.schema;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The subcommand {@code schema}, with the subcommand {@code print}. */
@Command(
        name = "schema",
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Prints the statements that create the library's tables.",
        subcommands = PrintCommand.class)
public final class SchemaCommand implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    public SchemaCommand() {}

    @Override
    public void run() {
        throw new ParameterException(
                requireNonNull(spec, "set by picocli").commandLine(), "missing command: schema print");
    }
}
