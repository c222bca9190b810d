package io.counterfoil.benchmarks.load;

import static java.util.Objects.requireNonNull;

import io.counterfoil.benchmarks.ReportCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --rounds}, for a command to mix in with its default. */
public class RoundsOption {

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}")
    private int rounds;

    public RoundsOption(int rounds) {
        this.rounds = rounds;
    }

    /**
     * The number of rounds.
     *
     * @throws picocli.CommandLine.ParameterException if it is out of range
     */
    public final int rounds() {
        requireBetween("--rounds", 1, 1000, rounds);
        return rounds;
    }

    final void requireBetween(String option, double least, double most, double value) {
        ReportCommand.requireBetween(requireNonNull(command, "set by picocli"), option, least, most, value);
    }
}
