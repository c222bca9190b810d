package io.counterfoil.cli;

import io.counterfoil.story.text.Ink;
import java.io.Console;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine.Help.Ansi;

/** The terminal that the command runs on. */
final class Terminal {

    private Terminal() {}

    /** Whether there is a terminal. Since Java 22, {@link System#console} may return a console without one. */
    @SuppressWarnings("SystemConsoleNull") // isTerminal below covers a console without a terminal
    static boolean present() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Colours on a terminal, unless {@code NO_COLOR} or a similar setting disables them. */
    static Ink ink() {
        return new Ink(present() && Ansi.AUTO.enabled());
    }

    /** A writer in the encoding of the terminal that flushes each line. */
    static PrintWriter writer(PrintStream stream, String encodingProperty) {
        // stdout.encoding exists since Java 19; older versions have sun.stdout.encoding, and only on a terminal.
        String encoding = System.getProperty(encodingProperty, System.getProperty("sun." + encodingProperty));
        return new PrintWriter(
                new OutputStreamWriter(stream, encoding == null ? Charset.defaultCharset() : Charset.forName(encoding)),
                true);
    }
}
