package io.counterfoil.benchmarks.order;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Finds duplicates among IDs that consist of two halves, without an object for each ID.
 *
 * <p>Equal IDs have equal halves. The half with more distinct values is sorted; if it has no equal neighbours, there
 * are no duplicates. Otherwise, only the IDs with repeated halves are compared completely.
 */
final class Duplicates {

    private static final int SAMPLE = 1 << 16;

    private final long[] high;
    private final long[] low;

    Duplicates(long[] high, long[] low) {
        this.high = high;
        this.low = low;
    }

    /** The number of IDs that are equal to an earlier one. */
    long count() {
        long[] half = different(low) >= different(high) ? low : high;
        Set<Long> alike = valuesThatRepeat(half);
        if (alike.isEmpty()) {
            return 0;
        }
        Map<UUID, Long> seen = new HashMap<>();
        for (int i = 0; i < half.length; i++) {
            if (alike.contains(half[i])) {
                seen.merge(new UUID(high[i], low[i]), 1L, Long::sum);
            }
        }
        return seen.values().stream().mapToLong(times -> times - 1).sum();
    }

    private static long different(long[] half) {
        return Arrays.stream(half, 0, Math.min(SAMPLE, half.length)).distinct().count();
    }

    private static Set<Long> valuesThatRepeat(long[] half) {
        long[] sorted = half.clone();
        Arrays.parallelSort(sorted);
        Set<Long> repeated = new HashSet<>();
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                repeated.add(sorted[i]);
            }
        }
        return repeated;
    }
}
