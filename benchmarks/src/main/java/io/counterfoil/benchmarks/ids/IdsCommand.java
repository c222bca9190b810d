package io.counterfoil.benchmarks.ids;

import io.counterfoil.benchmarks.MarkedSection;
import io.counterfoil.benchmarks.ids.Rounds.Effort;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./bench ids}. */
@Command(
        name = "ids",
        mixinStandardHelpOptions = true,
        description = {
            "Generates, formats and parses IDs with Counterfoil and its peers, on 1 and 2 threads.",
            "Without an option: five rounds, about " + IdsCommand.MINUTES + " minutes for each JDK."
        })
public final class IdsCommand implements Callable<Integer> {

    static final int MINUTES = 13;

    private static final Effort WHOLE = new Effort(3, 3, 300, 4, 150);
    private static final Effort QUICK = new Effort(1, 3, 100, 3, 100);

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--jdk",
            paramLabel = "PATH",
            description = "The home of a JDK to run on; repeatable. Default: the running JDK.")
    private List<Path> jdks = List.of(Path.of(System.getProperty("java.home")));

    @Option(names = "--quick", description = "Run one short round, as a test; its figures are not meaningful.")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description = "Run only the contests whose titles contain this text, ignoring case: \"base 36\".")
    private String only = "";

    @Option(names = "--rounds", paramLabel = "N", description = "Number of rounds. Default: 5.")
    private int rounds;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Write the results to the section \"ids\" of this document, such as docs/benchmarks.md.")
    private @Nullable Path document;

    @Option(names = "--json", paramLabel = "FILE", description = "File for JMH's results. Default: ${DEFAULT-VALUE}")
    private Path json = Path.of(System.getProperty("bench.target", "target"), "ids.json");

    @Override
    public Integer call() throws IOException, RunnerException {
        List<Contest> contests = contests();
        List<JavaHome> javaHomes = javaHomes();
        Effort effort = effort();
        if (document != null) {
            new MarkedSection(document, "ids").requirePresent();
        }
        PrintWriter out = commandLine().getOut();
        Rounds running = new Rounds(effort, javaHomes, out);
        Scores scores = running.run(contests);
        running.writeJson(json);
        String report = IdsReport.of(scores, contests, effort);
        out.println(report);
        if (document != null) {
            new MarkedSection(document, "ids").replace(report);
        }
        return 0;
    }

    private List<Contest> contests() {
        List<Contest> chosen = Contests.ALL.stream()
                .filter(contest -> contest.title().toLowerCase(Locale.ROOT).contains(only.toLowerCase(Locale.ROOT)))
                .toList();
        if (chosen.isEmpty()) {
            throw invalid("--only: no title of a contest contains \"%s\"; titles: %s"
                    .formatted(
                            only,
                            String.join(
                                    "; ",
                                    Contests.ALL.stream().map(Contest::title).toList())));
        }
        return chosen;
    }

    private Effort effort() {
        Effort effort = quick ? QUICK : WHOLE;
        if (rounds < 0) {
            throw invalid("--rounds must be at least 1, is " + rounds);
        }
        return rounds == 0
                ? effort
                : new Effort(
                        rounds, effort.warmUps(), effort.warmUpMillis(), effort.iterations(), effort.iterationMillis());
    }

    private List<JavaHome> javaHomes() {
        List<JavaHome> homes = new ArrayList<>();
        for (Path jdk : jdks) {
            try {
                homes.add(JavaHome.in(jdk));
            } catch (IOException none) {
                throw new ParameterException(commandLine(), "--jdk: " + none.getMessage(), none);
            }
        }
        return homes;
    }

    private ParameterException invalid(String message) {
        return new ParameterException(commandLine(), message);
    }

    private CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("only run by picocli");
        }
        return spec.commandLine();
    }
}
