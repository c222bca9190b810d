package io.counterfoil.samples.support.launch;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CancellationException;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** The command line and exit of a program. Exit codes: 1 if the program fails, 2 for an invalid command line. */
public final class Program {

    private Program() {}

    /**
     * Creates a command line with optional subcommands. Failures that a user can act on are reported as one line on
     * standard error; a start that was stopped reports nothing.
     */
    public static CommandLine commandLine(Object command, Object... subcommands) {
        CommandLine program = new CommandLine(command);
        for (Object subcommand : subcommands) {
            program.addSubcommand(subcommand);
        }
        return program.setParameterExceptionHandler((e, args) -> {
                    String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
                    report(e.getCommandLine().getErr(), message + "; see --help");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, commandLine, parsed) -> {
                    if (e instanceof LaunchException) {
                        report(commandLine.getErr(), e.getMessage());
                    } else if (!(e instanceof CancellationException)) {
                        throw e;
                    }
                    return ExitCode.SOFTWARE;
                });
    }

    /** Suppresses the log output of libraries until the service has configured its logging. */
    public static void quietUntilLoggingIsConfigured() {
        LoggingSystem.get(Program.class.getClassLoader()).setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
    }

    /** Closes the resources when the JVM ends, also by a signal; a failure is reported in one line. */
    public static void closeAtEnd(Closeable resources, PrintWriter err) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(resources, err), "stop"));
    }

    private static void close(Closeable resources, PrintWriter err) {
        try {
            resources.close();
        } catch (IOException e) {
            report(err, "did not stop cleanly: " + LaunchException.reason(e));
        }
    }

    private static void report(PrintWriter err, @Nullable String message) {
        err.println("counterfoil: " + message);
        err.flush();
    }
}
