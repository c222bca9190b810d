package io.counterfoil.benchmarks;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that prints the results of its measurements and writes them, where asked to, to the marked sections of a document. */
public abstract class ReportCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description =
                    "Write the results to the marked sections of this document, such as lab/notes/benchmarks.md, that are named after the command and its parts.")
    private @Nullable Path document;

    /**
     * Checks the options, and returns the measurements in the order in which they are to run. Each returns its results in Markdown, and
     * has the name of their section.
     *
     * @throws ParameterException if an option has a wrong value
     */
    protected abstract Map<String, Callable<String>> measurements() throws IOException;

    /** Measures; the document is checked before, and written after each measurement. Returns 0. */
    @Override
    public Integer call() throws Exception {
        Map<String, Callable<String>> measurements = measurements();
        if (document != null) {
            for (String name : measurements.keySet()) {
                new MarkedSection(document, name).requirePresent();
            }
        }
        for (Map.Entry<String, Callable<String>> measurement : measurements.entrySet()) {
            String report = measurement.getValue().call();
            out().println(report);
            out().flush();
            if (document != null) {
                new MarkedSection(document, measurement.getKey()).replace(report);
            }
        }
        return 0;
    }

    /** Where the command reports its progress. */
    protected final PrintWriter out() {
        return command().commandLine().getOut();
    }

    /** The directory of the benchmarks' build. */
    protected static Path target() {
        return Path.of(System.getProperty("bench.target", "benchmarks/target")).toAbsolutePath();
    }

    /** The directory of the project. */
    protected static Path home() throws IOException {
        return target().resolve("../../..").toRealPath();
    }

    protected final void requireBetween(String option, double least, double most, double value) {
        requireBetween(command(), option, least, most, value);
    }

    /**
     * Checks the value of an option.
     *
     * @throws ParameterException if it is less than the least, more than the most, or no number
     */
    public static void requireBetween(CommandSpec command, String option, double least, double most, double value) {
        if (!(value >= least && value <= most)) {
            throw new ParameterException(
                    command.commandLine(), "%s must be between %s and %s, is %s".formatted(option, least, most, value));
        }
    }

    protected final ParameterException invalid(String message) {
        return new ParameterException(command().commandLine(), message);
    }

    private CommandSpec command() {
        return requireNonNull(spec, "set by picocli");
    }
}
