package io.counterfoil.cli;

import static java.util.Objects.requireNonNull;

import io.counterfoil.cli.console.ConsoleCommand;
import io.counterfoil.cli.console.ConsoleException;
import io.counterfoil.cli.id.IdCommand;
import io.counterfoil.cli.schema.SchemaCommand;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root command. */
@Command(
        name = "counterfoil",
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Collects the log lines of one unit of work from several logs; generates and inspects IDs; prints, verifies and upgrades tables; serves the console.")
public final class Program implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    private Program() {}

    /** The configured root command. */
    public static CommandLine commandLine() {
        return commandLine(System.getenv());
    }

    /** The same with other environment variables. */
    public static CommandLine commandLine(Map<String, String> environment) {
        return configured(new CommandLine(new Program())
                .addSubcommand(new StoryCommand())
                .addSubcommand(new IdCommand())
                .addSubcommand(SchemaCommand.commandLine(environment))
                .addSubcommand(new ConsoleCommand(new StoryPages())));
    }

    /** Rejects a call without a subcommand. */
    @Override
    public void run() {
        CommandSpec present = requireNonNull(spec, "set by picocli");
        throw new ParameterException(present.commandLine(), "missing command: story, id, schema or console");
    }

    /** Configures the command so that every error is printed as one line. */
    static CommandLine configured(CommandLine program) {
        return program.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, args) -> {
                    String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
                    Failures.usage(e.getCommandLine().getErr(), message);
                    return Failures.WRONG;
                })
                .setExecutionExceptionHandler((e, commandLine, parsed) -> {
                    if (e instanceof InputException || e instanceof ConsoleException || e instanceof IOException) {
                        Failures.input(commandLine.getErr(), e);
                        return Failures.WRONG;
                    }
                    throw e;
                });
    }

    /** The version from the manifest of the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Program.class.getPackage().getImplementationVersion();
            return new String[] {"counterfoil " + (version == null ? "(not packaged)" : version)};
        }
    }
}
