package io.counterfoil.benchmarks.ids;

import io.counterfoil.benchmarks.Machine;
import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.ids.Contest.Entry;
import java.io.IOException;
import java.util.List;

/** Formats the results as Markdown. */
final class IdsReport {

    private static final List<Integer> THREADS = List.of(1, 2);

    private final Scores scores;
    private final StringBuilder text = new StringBuilder();

    private IdsReport(Scores scores) {
        this.scores = scores;
    }

    static String of(Scores scores, List<Contest> contests, Rounds.Effort effort) throws IOException {
        IdsReport report = new IdsReport(scores);
        report.text.append(
                "%s. Java %s. Rounds: %d; in each, every benchmark once in a fresh JVM: %d × %d ms to warm up, %d × %d ms measured.%n"
                        .formatted(
                                Machine.describe(),
                                String.join(" and ", scores.javas()),
                                effort.rounds(),
                                effort.warmUps(),
                                effort.warmUpMillis(),
                                effort.iterations(),
                                effort.iterationMillis()));
        report.targets();
        contests.forEach(report::contest);
        return report.text.toString();
    }

    private void targets() {
        List<Target> measured = Target.ALL.stream()
                .filter(target -> scores.has(target.benchmark()))
                .toList();
        if (measured.isEmpty()) {
            return;
        }
        text.append(
                "\n### Targets\n\nA time divided by another, by the median; in bold what misses its target.\n\n| | limit |");
        header();
        text.append(" reached |\n|---|---|")
                .append("--:|--:|".repeat(scores.javas().size()))
                .append("---|\n");
        for (Target target : measured) {
            boolean reached = true;
            text.append("| %s | %s |".formatted(target.text(), target.limitText()));
            for (String java : scores.javas()) {
                for (int threads : THREADS) {
                    if (target.threads().contains(threads)) {
                        Spread found = target.ratio().of(scores, java, threads);
                        reached &= target.reached(found);
                        text.append((target.reached(found) ? " %s |" : " **%s** |").formatted(found.asRatio()));
                    } else {
                        text.append(" |");
                    }
                }
            }
            text.append(reached ? " yes |\n" : " **no** |\n");
        }
    }

    private void header() {
        for (String java : scores.javas()) {
            text.append(" Java %s, 1 thread | 2 threads |".formatted(feature(java)));
        }
    }

    private void contest(Contest contest) {
        text.append("\n### ").append(contest.title()).append("\n\n| |");
        header();
        text.append(" B/op | |\n|---|")
                .append("--:|--:|".repeat(scores.javas().size()))
                .append("--:|---|\n");
        contest.entries().forEach(entry -> row(contest, entry));
    }

    private void row(Contest contest, Entry entry) {
        text.append("| ").append(entry.label()).append(" |");
        for (String java : scores.javas()) {
            for (int threads : THREADS) {
                text.append(' ').append(cell(contest, entry, java, threads)).append(" |");
            }
        }
        List<String> bytes = scores.javas().stream()
                .map(java -> String.valueOf(Math.round(scores.bytes(entry.benchmark(), java, 1))))
                .distinct()
                .toList();
        text.append(" %s | %s |%n".formatted(String.join(" / ", bytes), entry.note()));
    }

    private String cell(Contest contest, Entry entry, String java, int threads) {
        Spread nanos = scores.nanos(entry.benchmark(), java, threads);
        String time = Spread.figure(nanos.median()) + " ns";
        if (entry.equals(contest.reference())) {
            return "**%s** (%s–%s)".formatted(time, Spread.figure(nanos.min()), Spread.figure(nanos.max()));
        }
        String reference = contest.reference().benchmark();
        return time + " = "
                + scores.ratio(entry.benchmark(), reference, java, threads).asRatio();
    }

    private static String feature(String java) {
        int dot = java.indexOf('.');
        return dot < 0 ? java : java.substring(0, dot);
    }
}
