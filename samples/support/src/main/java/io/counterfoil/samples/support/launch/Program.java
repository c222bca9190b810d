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

/** How a program is called and ends, whichever it is. Exit codes: 1 when it cannot do as asked, 2 when the command line is wrong. */
public final class Program {

    private Program() {}

    /**
     * The command line of a program that does this, or what one of its subcommands does. Every failure of any that a user can act on is
     * one line on standard error; what was stopped while it started says nothing.
     */
    public static CommandLine commandLine(Object command, Object... subcommands) {
        CommandLine program = new CommandLine(command);
        for (Object subcommand : subcommands) {
            program.addSubcommand(subcommand);
        }
        return program.setParameterExceptionHandler((e, args) -> {
                    String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
                    complain(e.getCommandLine().getErr(), message + "; see --help");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, commandLine, parsed) -> {
                    if (e instanceof LaunchException) {
                        complain(commandLine.getErr(), e.getMessage());
                    } else if (!(e instanceof CancellationException)) {
                        throw e;
                    }
                    return ExitCode.SOFTWARE;
                });
    }

    /** Before a service has configured its logging, libraries would write whatever they have to say; this keeps them quiet. */
    public static void quietUntilLoggingIsConfigured() {
        LoggingSystem.get(Program.class.getClassLoader()).setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
    }

    /** Has this closed when the JVM ends, by a signal or not; what then fails is told in one line. */
    public static void closeAtEnd(Closeable resources, PrintWriter err) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(resources, err), "stop"));
    }

    private static void close(Closeable resources, PrintWriter err) {
        try {
            resources.close();
        } catch (IOException e) {
            complain(err, "did not stop cleanly: " + LaunchException.reason(e));
        }
    }

    private static void complain(PrintWriter err, @Nullable String message) {
        err.println("counterfoil: " + message);
        err.flush();
    }
}
