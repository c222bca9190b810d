package io.counterfoil.benchmarks.load;

import java.util.List;
import picocli.CommandLine.Option;

/** The options of {@link TurnOptions} and {@code --threads}, for a command to mix in with its defaults. */
public final class LoadOptions extends TurnOptions {

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            description = "Numbers of threads, with a connection each. Default: ${DEFAULT-VALUE}")
    private List<Integer> threads;

    public LoadOptions(int rounds, double seconds, double warmUp, List<Integer> threads) {
        super(rounds, seconds, warmUp);
        this.threads = threads;
    }

    /**
     * The extent.
     *
     * @throws picocli.CommandLine.ParameterException if an option is out of range
     */
    public Effort effort() {
        return effort(threads);
    }
}
