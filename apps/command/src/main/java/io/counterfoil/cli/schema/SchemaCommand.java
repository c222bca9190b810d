package io.counterfoil.cli.schema;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The subcommand {@code schema}, with the subcommands {@code print}, {@code verify} and {@code upgrade}. */
@Command(
        name = "schema",
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Prints, verifies and upgrades the library's tables.")
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

    private SchemaCommand() {}

    /**
     * The command with its subcommands.
     *
     * @param environment the variables with the credentials
     */
    public static CommandLine commandLine(Map<String, String> environment) {
        return new CommandLine(new SchemaCommand())
                .addSubcommand(new PrintCommand())
                .addSubcommand(new VerifyCommand(environment))
                .addSubcommand(new UpgradeCommand(environment));
    }

    @Override
    public void run() {
        throw new ParameterException(
                requireNonNull(spec, "set by picocli").commandLine(),
                "missing command: schema print, verify or upgrade");
    }
}
