package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Slice;
import java.util.List;

/**
 * What our rate is to be of another's.
 *
 * @param base the name of the other contestant
 * @param least the least ratio, of the median, with many threads
 */
record Aim(String name, String base, double least) {

    /** Fewer threads are latency, and no aim. */
    private static final int MANY_THREADS = 8;

    /** A table of aims and what became of them; in bold what was missed. Empty where nothing ran with many threads. */
    static String markdown(List<Aim> aims, Measurements found, List<Integer> threads) {
        List<Integer> many =
                threads.stream().filter(count -> count >= MANY_THREADS).toList();
        if (aims.isEmpty() || many.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("\n| aim | least |");
        many.forEach(count -> text.append(" %d threads |".formatted(count)));
        text.append(" reached |\n|---|--:|").append("--:|".repeat(many.size())).append("---|\n");
        for (Aim aim : aims) {
            text.append("| %s, of %s | %.0f %% |".formatted(aim.name(), aim.base(), 100 * aim.least()));
            boolean reached = true;
            for (int count : many) {
                Spread ratio = found.ratio(aim.name(), aim.base(), count, Slice::rate);
                boolean here = ratio.median() >= aim.least();
                reached &= here;
                text.append((here ? " %s |" : " **%s** |").formatted(ratio.asPercent()));
            }
            text.append(reached ? " yes |\n" : " **no** |\n");
        }
        return text.toString();
    }
}
