package io.counterfoil.benchmarks.charts;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./bench charts}. */
@Command(
        name = "charts",
        mixinStandardHelpOptions = true,
        description =
                "Draws the figures in the tables of the documents, into benchmarks-*.svg beside them. Measures nothing.")
public final class ChartsCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "DIR", description = "The documents. Default: ${DEFAULT-VALUE}")
    private Path documents = Path.of("lab/notes");

    @Override
    public Integer call() throws IOException {
        for (Picture picture : Picture.ALL) {
            Path file = documents.resolve(picture.file());
            Files.writeString(file, picture.svg(documents));
            requireNonNull(spec, "set by picocli").commandLine().getOut().println(file);
        }
        return 0;
    }
}
