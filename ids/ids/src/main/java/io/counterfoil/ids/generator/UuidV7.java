package io.counterfoil.ids.generator;

import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Version 7 UUIDs (RFC 9562, section 5.7): the time in milliseconds, a counter, and random bits.
 *
 * <p>{@link #next()} serves nearly everyone: one generator shared by the whole process, strictly ascending over all its threads, on
 * the system clock and {@link SecureEntropy}. {@link #shared(UuidOrder)} has cheaper ones that promise less; {@link #generator} makes one of its own
 * clock and randomness.
 *
 * <pre>
 *  unix_ts_ms 48 | version 4 | counter 12 | variant 2 | counter 6 | random 56
 * </pre>
 *
 * <p>The 74 bits that the RFC leaves free are used by its section 6.2, method 1, "fixed bit-length dedicated counter": 18 bits of
 * counter that begin at random in each millisecond, then 56 bits that are random in every id. {@link UuidOrder} says what is promised when the
 * clock steps back and when a counter is full.
 *
 * <p>"Greater" is unsigned, byte by byte: the order of the canonical text, of every {@link io.counterfoil.ids.text.UuidFormat} and
 * of a database's {@code uuid} column. {@link UUID#compareTo} is signed; among these ids it agrees.
 *
 * <p>An ID reveals its time of creation ({@link ShortPrefixComb} reveals less). Guessing the next ID from a known one
 * requires 56 bits, and 73 bits in another millisecond: an id is a name, and no secret (RFC 9562, section 8).
 *
 * <p>Thread-safe; a virtual thread leaves nothing behind. Limits: 131,072 ids per millisecond before one is borrowed at the
 * earliest, clocks up to the year 3084.
 */
public final class UuidV7 {

    private static final int VERSION = 7;

    private static final SharedGenerators SHARED = new SharedGenerators(VERSION);
    private static final TimeOrderedGenerator PROCESS_WIDE = SHARED.of(UuidOrder.PROCESS_WIDE);

    private UuidV7() {}

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
     * {@return whether this has the version and the variant that RFC 9562 gives to version 7}
     *
     * @param uuid any UUID
     */
    public static boolean isV7(UUID uuid) {
        return TimeOrderedGenerator.is(VERSION, uuid);
    }

    /**
     * {@return the timestamp inside a version 7 UUID, with the precision of a millisecond: when it was generated, as its generator
     * believed (see {@link TimeOrderedGenerator#lead()})}
     *
     * @param uuid of version 7
     * @throws IllegalArgumentException when it is not of version 7
     */
    public static Instant instantOf(UUID uuid) {
        return TimeOrderedGenerator.instantOf(VERSION, uuid);
    }
}
