package io.counterfoil.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** How the program tells of a failure that is not its own: in one line on standard error. */
final class Failures {

    /** The exit code when the command line, or what it names, is wrong. */
    static final int WRONG = 2;

    private Failures() {}

    /** Something that may fail. */
    interface Work {

        int run() throws IOException;
    }

    /**
     * Does it, and tells of a failure.
     *
     * @return its exit code, or {@value #WRONG}
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

    /** The command line is wrong. */
    static void usage(PrintWriter err, @Nullable String message) {
        complain(err, message + "; see --help");
    }

    /** What the command line names cannot be read. */
    static void input(PrintWriter err, Exception e) {
        complain(err, e instanceof InputException ? e.getMessage() : "reading failed: " + e.getMessage());
    }

    private static void complain(PrintWriter err, @Nullable String message) {
        err.println("counterfoil: " + String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " "));
        err.flush();
    }
}
