package io.counterfoil.benchmarks.ids;

import java.util.List;
import java.util.stream.Stream;

/**
 * Benchmarks that are compared with each other: one of Counterfoil's is the reference, and every figure of the others
 * is divided by its figure of the same round.
 *
 * @param reference the first entry
 */
record Contest(String title, Entry reference, List<Entry> others) {

    /**
     * One row.
     *
     * @param benchmark class and method, such as {@code GenerationBenchmarks.v7}
     * @param note additional information, or empty
     */
    record Entry(String label, String benchmark, Standing standing, String note) {}

    /** The kind of an entry. */
    enum Standing {
        /** Counterfoil's. */
        OURS,
        /** Not a generator or codec; shows the cost of a part of the work. */
        YARDSTICK,
        /** A peer with the same guarantees. */
        PEER,
        /** A peer with weaker guarantees, which the note names. */
        LESSER_PEER
    }

    Stream<Entry> entries() {
        return Stream.concat(Stream.of(reference), others.stream());
    }
}
