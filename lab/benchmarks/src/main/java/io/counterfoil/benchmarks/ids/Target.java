package io.counterfoil.benchmarks.ids;

import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.ids.Contest.Entry;
import io.counterfoil.benchmarks.ids.Contest.Standing;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A target: the limit of a ratio.
 *
 * @param benchmark the benchmark of Counterfoil; without its figures the target is skipped
 * @param atLeast whether the limit is a minimum or a maximum
 * @param threads the numbers of threads for which it must be met
 */
record Target(String text, String benchmark, boolean atLeast, double limit, List<Integer> threads, Ratio ratio) {

    private static final List<Integer> BOTH = List.of(1, 2);

    /** Computes the ratio. */
    @FunctionalInterface
    interface Ratio {
        Spread of(Scores scores, String java, int threads);
    }

    static final List<Target> ALL = Stream.of(
                    ofVersion7("process-wide", Contests.V7),
                    ofVersion7("per thread", Contests.V7_PER_THREAD),
                    Stream.of(fasterThanPeers(6, Contests.SHORT_PREFIX_COMB)),
                    Stream.of(
                                    Contests.BASE_36_FORMAT,
                                    Contests.BASE_36_PARSE,
                                    Contests.BASE_62_FORMAT,
                                    Contests.BASE_62_PARSE)
                            .map(contest -> fasterThanPeers(3, contest)),
                    Stream.of(Contests.TYPED_FORMAT, Contests.TYPED_PARSE).map(contest -> fasterThanPeers(2, contest)),
                    Stream.of(Contests.HEX_FORMAT, Contests.HEX_PARSE).map(Target::notSlowerThanTheJdk))
            .flatMap(targets -> targets)
            .toList();

    private static Stream<Target> ofVersion7(String which, String benchmark) {
        return Stream.of(
                new Target(
                        "v7 %s ÷ `currentTimeMillis` alone".formatted(which),
                        benchmark,
                        false,
                        1.4,
                        List.of(1),
                        (scores, java, threads) -> scores.ratio(benchmark, Contests.CLOCK, java, threads)),
                new Target(
                        "v7 %s on 2 threads ÷ on 1".formatted(which),
                        benchmark,
                        false,
                        1.2,
                        List.of(2),
                        (scores, java, threads) -> scores.scaling(benchmark, java)),
                new Target(
                        "the fastest secure, unguessable, ordered peer ÷ v7 %s".formatted(which),
                        benchmark,
                        true,
                        4,
                        List.of(2),
                        (scores, java, threads) -> fastestPeer(Contests.VERSION_7, benchmark, scores, java, threads)));
    }

    private static Target fasterThanPeers(double limit, Contest contest) {
        String ours = contest.reference().benchmark();
        return new Target(
                "%s: the fastest peer ÷ ours".formatted(contest.title().toLowerCase(Locale.ROOT)),
                ours,
                true,
                limit,
                BOTH,
                (scores, java, threads) -> fastestPeer(contest, ours, scores, java, threads));
    }

    private static Target notSlowerThanTheJdk(Contest contest) {
        String ours = contest.reference().benchmark();
        String jdk = contest.others().get(0).benchmark();
        return new Target(
                "%s: the JDK ÷ ours".formatted(contest.title().toLowerCase(Locale.ROOT)),
                ours,
                true,
                1,
                BOTH,
                (scores, java, threads) -> scores.ratio(jdk, ours, java, threads));
    }

    private static Spread fastestPeer(Contest contest, String ours, Scores scores, String java, int threads) {
        Entry fastest = contest.others().stream()
                .filter(entry -> entry.standing() == Standing.PEER)
                .min(Comparator.comparingDouble(
                        entry -> scores.nanos(entry.benchmark(), java, threads).median()))
                .orElseThrow();
        return scores.ratio(fastest.benchmark(), ours, java, threads);
    }

    /** Whether the median meets the limit. */
    boolean reached(Spread found) {
        return atLeast ? found.median() >= limit : found.median() <= limit;
    }

    /** The limit as {@code ≥ 3}. */
    String limitText() {
        return (atLeast ? "≥ " : "≤ ") + (limit == Math.rint(limit) ? String.valueOf((int) limit) : limit);
    }
}
