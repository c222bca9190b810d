package io.counterfoil.benchmarks.ids;

import io.counterfoil.benchmarks.ReportCommand;
import io.counterfoil.benchmarks.ids.Rounds.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./bench ids}. */
@Command(
        name = "ids",
        mixinStandardHelpOptions = true,
        description = {
            "Generates, formats and parses IDs with Counterfoil and its peers, on 1 and 2 threads.",
            "Without an option: five rounds, about " + IdsCommand.MINUTES + " minutes for each JDK."
        })
public final class IdsCommand extends ReportCommand {

    static final int MINUTES = 13;

    private static final Effort WHOLE = new Effort(3, 3, 300, 4, 150);
    private static final Effort QUICK = new Effort(1, 3, 100, 3, 100);

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

    @Option(names = "--json", paramLabel = "FILE", description = "File for JMH's results. Default: ${DEFAULT-VALUE}")
    private Path json = Path.of(System.getProperty("bench.target", "target"), "ids.json");

    @Override
    protected Map<String, Callable<String>> measurements() {
        List<Contest> contests = contests();
        Effort effort = effort();
        Rounds running = new Rounds(effort, javaHomes(), out());
        return Map.of("ids", () -> {
            Scores scores = running.run(contests);
            running.writeJson(json);
            return IdsReport.of(scores, contests, effort);
        });
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
                throw invalid("--jdk: " + none.getMessage());
            }
        }
        return homes;
    }
}
