package io.counterfoil.ids.generator;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** The generators of one version that a process shares: of {@link UuidV7} and {@link Comb}, which differ in the version's bits alone. */
final class SharedGenerators {

    private final int version;
    private final TimeOrderedGenerator processWide;
    private final TimeOrderedGenerator perThread;
    private final TimeOrderedGenerator unordered;

    SharedGenerators(int version) {
        this.version = version;
        Entropy entropy = Entropy.standard();
        this.processWide = generator(UuidOrder.PROCESS_WIDE, InstantSource.system(), entropy);
        this.perThread = generator(UuidOrder.PER_THREAD, InstantSource.system(), entropy);
        this.unordered = generator(UuidOrder.UNORDERED, InstantSource.system(), entropy);
    }

    TimeOrderedGenerator of(UuidOrder order) {
        return switch (order) {
            case UNORDERED -> unordered;
            case PER_THREAD -> perThread;
            case PROCESS_WIDE -> processWide;
        };
    }

    /** One more, in no order with any other. */
    TimeOrderedGenerator generator(UuidOrder order, InstantSource clock, RandomGenerator random) {
        return generator(order, clock, Entropy.of(random));
    }

    private TimeOrderedGenerator generator(UuidOrder order, InstantSource clock, Entropy entropy) {
        return new TimeOrderedGenerator(version, order, clock, entropy);
    }
}
