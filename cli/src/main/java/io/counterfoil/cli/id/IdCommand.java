package io.counterfoil.cli.id;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The subcommand {@code id}: two commands, and nothing without one of them. */
@Command(
        name = "id",
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Makes ids of every kind, and tells what an id is.",
        subcommands = {NewCommand.class, InspectCommand.class})
public final class IdCommand implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    @SuppressWarnings("UnusedVariable") // picocli looks whether it was given
    private boolean help;

    /** For picocli to make. */
    public IdCommand() {}

    @Override
    public void run() {
        throw new ParameterException(
                requireNonNull(spec, "set by picocli").commandLine(), "id needs a command: new or inspect");
    }
}
