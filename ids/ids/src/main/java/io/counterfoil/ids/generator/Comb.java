package io.counterfoil.ids.generator;

import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * COMBs: UUIDs whose first 48 bits are the time in milliseconds, and which bear the marks of version 4.
 *
 * <p>They are what {@link UuidV7} makes, but for the version's four bits: for systems that accept random UUIDs and nothing else, and
 * for tables that have COMBs already. New designs take {@link UuidV7}, whose version says what is inside; or {@link ShortPrefixComb} where
 * strangers see the ids, because the time of its making can be read off a COMB too. Order, limits and guessing are as there. On SQL
 * Server the column has the other form, see {@link SqlServerUuid}.
 *
 * <p>Thread-safe.
 */
public final class Comb {

    private static final int VERSION = 4;

    private static final SharedGenerators SHARED = new SharedGenerators(VERSION);
    private static final TimeOrderedGenerator PROCESS_WIDE = SHARED.of(UuidOrder.PROCESS_WIDE);

    private Comb() {}

    /** {@return the next id of the generator that the process shares: greater than all that it returned before, on any thread} */
    public static UUID next() {
        return PROCESS_WIDE.generate();
    }

    /** {@return the generator that {@link #next()} uses: {@link UuidOrder#PROCESS_WIDE}, the system clock, {@link SecureEntropy}} */
    public static TimeOrderedGenerator shared() {
        return PROCESS_WIDE;
    }

    /**
     * {@return the generator of this order that the process shares} The three are in no order with one another.
     *
     * @param order what it promises
     */
    public static TimeOrderedGenerator shared(UuidOrder order) {
        return SHARED.of(order);
    }

    /**
     * {@return a generator of its own clock and randomness, in no order with any other}
     *
     * @param order what it promises
     * @param clock read once for each id or batch, with the precision of a millisecond; a {@link java.time.Clock} is one
     * @param random called by one thread at a time, unless it is {@link SecureEntropy}; must be a cryptographic one where others should
     *     not guess the ids
     */
    public static TimeOrderedGenerator generator(UuidOrder order, InstantSource clock, RandomGenerator random) {
        return SHARED.generator(order, clock, random);
    }

    /**
     * {@return a new id as of an instant, the rest random; touches no generator, and has no place in the order of one}
     *
     * @param instant 1970 to the year 10889; its milliseconds count
     */
    public static UUID at(Instant instant) {
        return TimeOrderedGenerator.at(VERSION, instant);
    }

    /**
     * {@return the least id of an instant's millisecond: for the lower end of a range, inclusive}
     *
     * @param instant 1970 to the year 10889
     */
    public static UUID min(Instant instant) {
        return TimeOrderedGenerator.min(VERSION, instant);
    }

    /**
     * {@return the greatest id of an instant's millisecond: for the upper end of a range, inclusive}
     *
     * @param instant 1970 to the year 10889
     */
    public static UUID max(Instant instant) {
        return TimeOrderedGenerator.max(VERSION, instant);
    }

    /**
     * {@return the time in the first 48 bits, where this is a COMB} A random UUID of version 4 bears the same marks, and gives a
     * random time: call it only for IDs that are known to be COMBs.
     *
     * @param comb a COMB in prefix form
     * @throws IllegalArgumentException when it does not have the marks of version 4
     */
    public static Instant instantOf(UUID comb) {
        return TimeOrderedGenerator.instantOf(VERSION, comb);
    }
}
