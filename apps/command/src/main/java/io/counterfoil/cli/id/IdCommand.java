package io.counterfoil.cli.id;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The subcommand {@code id}, with the subcommands {@code new} and {@code inspect}. */
@Command(
        name = "id",
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Generates and inspects IDs.",
        subcommands = {NewCommand.class, InspectCommand.class})
public final class IdCommand implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    public IdCommand() {}

    @Override
    public void run() {
        throw new ParameterException(
                requireNonNull(spec, "set by picocli").commandLine(), "missing command: id new or id inspect");
    }
}
