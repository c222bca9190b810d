package io.counterfoil.benchmarks.load;

import static java.util.Objects.requireNonNull;

import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.Spread;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --round-trip}, for a command to mix in: how long networks between service and database take. */
public final class RoundTripOption {

    /** Waiting for a delay is less noisy than computing. */
    private static final int MAX_ROUNDS = 3;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--round-trip",
            paramLabel = "MS",
            split = ",",
            description = "Milliseconds that a network between service and database takes. Default: ${DEFAULT-VALUE}")
    private List<Double> roundTrips = List.of(0.5, 2.0);

    /**
     * The delays.
     *
     * @throws picocli.CommandLine.ParameterException if one is out of range
     */
    public List<Duration> delays() {
        roundTrips.forEach(one ->
                ReportCommand.requireBetween(requireNonNull(command, "set by picocli"), "--round-trip", 0, 1000, one));
        return roundTrips.stream()
                .map(one -> Duration.ofNanos(Math.round(one * 1e6)))
                .toList();
    }

    /** The extent of a measurement behind a network, on this many threads. */
    public static Effort effort(Effort direct, Duration warmUp, int threads) {
        return new Effort(Math.min(direct.rounds(), MAX_ROUNDS), direct.slice(), warmUp, List.of(threads));
    }

    /** The milliseconds of a delay. */
    public static String millis(Duration delay) {
        return Spread.figure(delay.toNanos() / 1e6);
    }
}
