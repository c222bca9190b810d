package io.counterfoil.benchmarks.ids;

import java.util.List;
import java.util.stream.Stream;

/**
 * Benchmarks that are compared with one another: one of ours is the reference, and every figure of the others is divided by its
 * figure of the same round.
 *
 * @param reference the first of the entries
 */
record Contest(String title, Entry reference, List<Entry> others) {

    /**
     * One row.
     *
     * @param benchmark class and method, as {@code GenerationBenchmarks.v7}
     * @param note what else there is to know about it, or nothing
     */
    record Entry(String label, String benchmark, Standing standing, String note) {}

    /** How an entry stands to the reference. */
    enum Standing {
        /** Ours. */
        OURS,
        /** Does not do the work, and says what a part of it costs. */
        YARDSTICK,
        /** A peer that promises as much. */
        PEER,
        /** A peer that promises less; the note says what. */
        LESSER_PEER
    }

    Stream<Entry> entries() {
        return Stream.concat(Stream.of(reference), others.stream());
    }
}
