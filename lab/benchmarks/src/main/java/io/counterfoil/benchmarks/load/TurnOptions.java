package io.counterfoil.benchmarks.load;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** The options {@code --rounds}, {@code --seconds} and {@code --warm-up}, for a command to mix in with its defaults. */
public class TurnOptions extends RoundsOption {

    @Option(names = "--seconds", paramLabel = "S", description = "Seconds of a turn. Default: ${DEFAULT-VALUE}")
    private double seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "Seconds of warm-up per contestant. Default: ${DEFAULT-VALUE}")
    private double warmUp;

    public TurnOptions(int rounds, double seconds, double warmUp) {
        super(rounds);
        this.seconds = seconds;
        this.warmUp = warmUp;
    }

    /**
     * The extent with these numbers of threads.
     *
     * @throws picocli.CommandLine.ParameterException if an option is out of range
     */
    public final Effort effort(List<Integer> threads) {
        threads.forEach(count -> requireBetween("--threads", 1, 128, count));
        requireBetween("--seconds", 0.05, 600, seconds);
        requireBetween("--warm-up", 0.05, 600, warmUp);
        return new Effort(rounds(), millis(seconds), millis(warmUp), List.copyOf(threads));
    }

    private static Duration millis(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
