package io.counterfoil.ids.generator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Generator of short prefix COMBs: UUIDs of version 4 whose first 16 bits count intervals of time, a minute by default, and begin
 * again after 65,536 of them (45 days and a half).
 *
 * <pre>
 *  (milliseconds / interval) mod 65536: 16 | random 32 | version 4 | random 12 | variant 2 | random 62
 * </pre>
 *
 * <p>All ids of an interval land in one region of an index, as long as the cache holds that region; and two of them do not show
 * which came first, nor from one of them when it was made, but for its interval within the cycle. The form for ids that strangers see, and
 * for ids that clients make, whose prefix can be checked.
 *
 * <p>There is no order among the ids of an interval, so there is none to keep: a clock that steps back takes the prefix along. The bits
 * after the prefix are random in every id, 106 of them. {@link #suffixed} has the form that SQL Server needs in its columns.
 *
 * <p>Client and server must agree on the interval. Thread-safe. Source: T. Vondra, "Sequential UUID Generators".
 */
public final class ShortPrefixComb implements UuidGenerator {

    /** The interval that {@link #next()} counts, and most others too: one minute. */
    public static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(1);

    /** How many intervals there are in a cycle. */
    public static final int CYCLE = 1 << 16;

    private static final Duration MAX_INTERVAL = Duration.ofDays(366);
    private static final int PREFIX_SHIFT = Long.SIZE - Short.SIZE;

    private static final ShortPrefixComb SHARED =
            new ShortPrefixComb(DEFAULT_INTERVAL, InstantSource.system(), Entropy.standard());

    private final long intervalMillis;
    private final InstantSource clock;
    private final Entropy entropy;

    private ShortPrefixComb(Duration interval, InstantSource clock, Entropy entropy) {
        if (interval.compareTo(Duration.ofMillis(1)) < 0
                || interval.compareTo(MAX_INTERVAL) > 0
                || interval.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException("interval must be whole milliseconds, from 1 ms to %s, and is %s"
                    .formatted(MAX_INTERVAL, interval));
        }
        this.intervalMillis = interval.toMillis();
        this.clock = clock;
        this.entropy = entropy;
    }

    /** {@return a new id of the generator that the process shares} */
    public static UUID next() {
        return SHARED.generate();
    }

    /** {@return the generator that {@link #next()} uses: intervals of a minute, the system clock, {@link SecureEntropy}} */
    public static ShortPrefixComb shared() {
        return SHARED;
    }

    /**
     * {@return a generator of its own interval, clock and randomness}
     *
     * @param interval whole milliseconds, from one to 366 days
     * @param clock read once for each id
     * @param random called by one thread at a time, unless it is {@link SecureEntropy}
     * @throws IllegalArgumentException when the interval is none of these
     */
    public static ShortPrefixComb generator(Duration interval, InstantSource clock, RandomGenerator random) {
        return new ShortPrefixComb(interval, clock, Entropy.of(random));
    }

    @Override
    public UUID generate() {
        long prefix = prefixAt(clock.millis());
        Bits bits = entropy.take();
        try {
            return UuidV4.marked((prefix << PREFIX_SHIFT) | (bits.nextLong() >>> Short.SIZE), bits.nextLong());
        } finally {
            entropy.giveBack(bits);
        }
    }

    /**
     * {@return a generator of short suffix COMBs: the ids of this generator in the form that SQL Server orders by time, see {@link
     * SqlServerUuid}} For databases whose ids are in the suffix form everywhere; with other databases too, or clients that make ids, keep
     * the prefix form outside and convert at the column.
     */
    public UuidGenerator suffixed() {
        return () -> SqlServerUuid.toSuffix(generate());
    }

    /** {@return how long a prefix lasts} */
    public Duration interval() {
        return Duration.ofMillis(intervalMillis);
    }

    /**
     * {@return the prefix of ids that are made at an instant: 0 to 65535}
     *
     * @param instant any instant
     */
    public int prefixAt(Instant instant) {
        return (int) prefixAt(instant.toEpochMilli());
    }

    /**
     * {@return the prefix of an id: 0 to 65535}
     *
     * @param id a short prefix COMB in prefix form; any UUID's first 16 bits are read
     */
    public static int prefixOf(UUID id) {
        return (int) (id.getMostSignificantBits() >>> PREFIX_SHIFT);
    }

    /**
     * {@return the least id of an instant's interval, in this cycle and in every other: for the lower end of a range, inclusive}
     *
     * @param instant any instant
     */
    public UUID min(Instant instant) {
        return UuidV4.marked((long) prefixAt(instant) << PREFIX_SHIFT, 0);
    }

    /**
     * {@return the greatest id of an instant's interval, in this cycle and in every other: for the upper end of a range, inclusive}
     *
     * @param instant any instant
     */
    public UUID max(Instant instant) {
        return UuidV4.marked(((long) prefixAt(instant) << PREFIX_SHIFT) | (-1L >>> Short.SIZE), -1L);
    }

    private long prefixAt(long millis) {
        return Math.floorMod(Math.floorDiv(millis, intervalMillis), (long) CYCLE);
    }
}
