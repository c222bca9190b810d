package io.counterfoil.cli;

import static java.util.Objects.requireNonNull;

import io.counterfoil.cli.id.IdCommand;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** All commands, as picocli reads them. */
@Command(
        name = "counterfoil",
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Reads the story of a unit of work out of logs; makes ids, and tells what an id is.")
public final class Program implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    private Program() {}

    /** The program, ready to be executed. */
    public static CommandLine commandLine() {
        return configured(
                new CommandLine(new Program()).addSubcommand(new StoryCommand()).addSubcommand(new IdCommand()));
    }

    /** Without a subcommand: says that there must be one. */
    @Override
    public void run() {
        CommandSpec present = requireNonNull(spec, "set by picocli");
        throw new ParameterException(present.commandLine(), "a command is needed: story or id");
    }

    /** Every failure is one line. */
    static CommandLine configured(CommandLine program) {
        return program.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, args) -> {
                    String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
                    Failures.usage(e.getCommandLine().getErr(), message);
                    return Failures.WRONG;
                })
                .setExecutionExceptionHandler((e, commandLine, parsed) -> {
                    if (e instanceof InputException || e instanceof IOException) {
                        Failures.input(commandLine.getErr(), e);
                        return Failures.WRONG;
                    }
                    throw e;
                });
    }

    /** The version in the jar's manifest. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Program.class.getPackage().getImplementationVersion();
            return new String[] {"counterfoil " + (version == null ? "(not packaged)" : version)};
        }
    }
}
