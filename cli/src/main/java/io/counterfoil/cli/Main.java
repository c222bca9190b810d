package io.counterfoil.cli;

import java.io.PrintWriter;

/**
 * The program: does what its subcommand says.
 *
 * <p>Exit codes: 0 when it was done; 1 when nothing was found; 2 when the command line or what it names is wrong, with one line on
 * standard error.
 */
public final class Main {

    private Main() {}

    /** Runs the program and ends the JVM with its exit code. */
    public static void main(String[] args) {
        PrintWriter out = Terminal.writer(System.out, "stdout.encoding");
        PrintWriter err = Terminal.writer(System.err, "stderr.encoding");
        System.exit(
                PlainStory.isAskedBy(args)
                        ? PlainStory.run(args, out, err)
                        : Program.commandLine().setOut(out).setErr(err).execute(args));
    }
}
