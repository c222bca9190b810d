package io.counterfoil.cli;

import io.counterfoil.cli.console.ConsoleException;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Reports errors of the command line and of the input: one line on standard error. */
final class Failures {

    /** Exit code for an invalid command line or unreadable input. */
    static final int WRONG = 2;

    private Failures() {}

    interface Work {

        int run() throws IOException;
    }

    /**
     * Runs the work and reports its failure.
     *
     * @return the exit code of the work, or {@value #WRONG} if it failed
     */
    static int reported(PrintWriter err, Work work) {
        try {
            return work.run();
        } catch (UsageException e) {
            usage(err, e.getMessage());
        } catch (InputException | IOException e) {
            input(err, e);
        }
        return WRONG;
    }

    /** Reports an invalid command line. */
    static void usage(PrintWriter err, @Nullable String message) {
        print(err, message + "; see --help");
    }

    /** Reports unreadable input. */
    static void input(PrintWriter err, Exception e) {
        print(
                err,
                e instanceof InputException || e instanceof ConsoleException
                        ? e.getMessage()
                        : "cannot read the input: " + e.getMessage());
    }

    private static void print(PrintWriter err, @Nullable String message) {
        err.println("counterfoil: " + String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " "));
        err.flush();
    }
}
