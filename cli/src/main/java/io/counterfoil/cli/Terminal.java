package io.counterfoil.cli;

import io.counterfoil.story.text.Ink;
import java.io.Console;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine.Help.Ansi;

/** The terminal that the program may have been started from. */
final class Terminal {

    private Terminal() {}

    /** Whether there is one. From Java 22 on there may be a console where there is none. */
    @SuppressWarnings("SystemConsoleNull") // the second half is for those
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

    /** Colours on a terminal, where {@code NO_COLOR} and its like do not forbid them. */
    static Ink ink() {
        return new Ink(present() && Ansi.AUTO.enabled());
    }

    /** Writes text as the terminal reads it; flushed line by line. */
    static PrintWriter writer(PrintStream stream, String encodingProperty) {
        // Of Java 19 and later; before, the JDK's own name for it, and set at a terminal alone.
        String encoding = System.getProperty(encodingProperty, System.getProperty("sun." + encodingProperty));
        return new PrintWriter(
                new OutputStreamWriter(stream, encoding == null ? Charset.defaultCharset() : Charset.forName(encoding)),
                true);
    }
}
