package io.counterfoil.kafka;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The slot of one record in its partition, until it and all earlier ones are settled. */
final class Slot {

    final long offset;
    final Optional<Integer> epoch;

    // Guarded by the partition.
    boolean settled;

    private final AtomicInteger returned = new AtomicInteger();
    private final AtomicInteger thrown = new AtomicInteger();

    Slot(long offset, Optional<Integer> epoch) {
        this.offset = offset;
        this.epoch = epoch;
    }

    /** How often it was to be delivered again, this time among them. */
    int countReturn() {
        return returned.incrementAndGet();
    }

    /** Whether it was ever to be delivered again. */
    boolean isReturned() {
        return returned.get() > 0;
    }

    /** How often the receiver threw over it, this time among them. */
    int countThrow() {
        return thrown.incrementAndGet();
    }
}
