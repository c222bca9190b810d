package io.counterfoil.benchmarks.load;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param rounds how often each contestant has its turn
 * @param slice how long a turn is
 * @param warmUp how long each contestant runs before it counts, on each number of threads
 * @param threads on how many threads, one after the other
 */
public record Effort(int rounds, Duration slice, Duration warmUp, List<Integer> threads) {}
