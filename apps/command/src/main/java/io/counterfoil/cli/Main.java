package io.counterfoil.cli;

import java.io.PrintWriter;

/**
 * The command {@code counterfoil}.
 *
 * <p>Exit codes: 0 for success; 1 if nothing was found; 2 for an invalid command line or unreadable input, with one
 * line on standard error.
 */
public final class Main {

    private Main() {}

    /** Runs the command and exits with its exit code. */
    public static void main(String[] args) {
        PrintWriter out = Terminal.writer(System.out, "stdout.encoding");
        PrintWriter err = Terminal.writer(System.err, "stderr.encoding");
        System.exit(
                PlainStory.matches(args)
                        ? PlainStory.run(args, out, err)
                        : Program.commandLine().setOut(out).setErr(err).execute(args));
    }
}
