package io.counterfoil.cli;

import static java.util.Objects.requireNonNull;

import io.counterfoil.cli.id.IdCommand;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The program: does what its subcommand says.
 *
 * <p>Exit codes: 0 when it was done; 1 when nothing was found; 2 when the command line or what it names is wrong, with one line on
 * standard error.
 */
@Command(
        name = "counterfoil",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Reads the story of a unit of work out of logs; makes ids, and tells what an id is.")
public final class Main implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    private Main() {}

    /** Runs the program and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine(args.length == 0 ? "" : args[0]).execute(args));
    }

    /** All commands. */
    public static CommandLine commandLine() {
        return commandLine("");
    }

    /** Without a subcommand: says that there must be one. */
    @Override
    public void run() {
        CommandSpec present = requireNonNull(spec, "set by picocli");
        throw new ParameterException(present.commandLine(), "a command is needed: story or id");
    }

    /** The one command that is called is all that is made: picocli looks at each by reflection, and a story is to be there soon. */
    private static CommandLine commandLine(String called) {
        CommandLine program = new CommandLine(new Main());
        if (!called.equals("id")) {
            program.addSubcommand(new StoryCommand());
        }
        if (!called.equals("story")) {
            program.addSubcommand(new IdCommand());
        }
        return configured(program);
    }

    /** Every failure is one line. */
    static CommandLine configured(CommandLine program) {
        return program.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, args) -> {
                    String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
                    complain(e.getCommandLine().getErr(), message + "; see --help");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, commandLine, parsed) -> {
                    if (e instanceof InputException) {
                        complain(commandLine.getErr(), e.getMessage());
                        return ExitCode.USAGE;
                    }
                    if (e instanceof IOException) {
                        complain(commandLine.getErr(), "reading failed: " + e.getMessage());
                        return ExitCode.USAGE;
                    }
                    throw e;
                });
    }

    private static void complain(PrintWriter err, @Nullable String message) {
        err.println("counterfoil: " + String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " "));
        err.flush();
    }

    /** The version in the jar's manifest. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"counterfoil " + (version == null ? "(not packaged)" : version)};
        }
    }
}
