package io.counterfoil.ids.generator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.UUID;

/**
 * Generator of {@link UuidV7}s or {@link Comb}s, which have one shape but for the version's four bits, in a promised {@link UuidOrder}.
 *
 * <pre>
 *  milliseconds 48 | version 4 | counter 12 | variant 2 | counter 6 | random 56
 * </pre>
 *
 * <p>Thread-safe; a virtual thread leaves nothing behind. Limits: 131,072 ids per millisecond before one is borrowed at the
 * earliest, clocks up to the year 3084.
 */
public final class TimeOrderedGenerator implements UuidGenerator {

    /** The most ids of one batch. */
    public static final int MAX_BATCH = 1 << 16;

    /** What an instant of the past or future may be: 48 bits, to the year 10889. */
    private static final long MAX_OF_48_BITS = (1L << 48) - 1;

    private static final int RANDOM_BITS = 56;
    private static final int COUNTER_LOW_BITS = 6;
    private static final long VARIANT = 2L << 62;

    private final int version;
    private final UuidOrder order;
    private final Timeline timeline;
    private final InstantSource clock;
    private final Entropy entropy;

    TimeOrderedGenerator(int version, UuidOrder order, InstantSource clock, Entropy entropy) {
        this.version = version;
        this.order = Objects.requireNonNull(order, "order");
        this.timeline = Timeline.of(order);
        this.clock = Objects.requireNonNull(clock, "clock");
        this.entropy = Objects.requireNonNull(entropy, "random");
    }

    /**
     * A new id, in the generator's order.
     *
     * @throws IllegalStateException when the clock is before 1970 or past the year 3084. The generator is unchanged and
     *     works again once the clock is valid.
     */
    @Override
    public UUID generate() {
        long now = now();
        Bits bits = entropy.take();
        try {
            return uuid(timeline.next(now, bits), bits);
        } finally {
            entropy.giveBack(bits);
        }
    }

    /**
     * Several new ids at once, of one reading of the clock, at a fraction of the cost. Where an order is promised they ascend
     * without a gap, and keep their place among the ids of other threads as one.
     *
     * @param count 0 to {@value #MAX_BATCH}
     * @return the ids, in a new array, in the generator's order
     * @throws IllegalArgumentException when the count is another
     * @throws IllegalStateException as {@link #generate()}
     */
    public UUID[] generate(int count) {
        if (count < 0 || count > MAX_BATCH) {
            throw new IllegalArgumentException("count must be 0 to %s, and is %s".formatted(MAX_BATCH, count));
        }
        UUID[] ids = new UUID[count];
        if (count == 0) {
            return ids;
        }
        long now = now();
        Bits bits = entropy.take();
        try {
            boolean ordered = order != UuidOrder.UNORDERED;
            long first = ordered ? timeline.next(now, bits, count) : 0;
            for (int i = 0; i < count; i++) {
                ids[i] = uuid(ordered ? first + i : timeline.next(now, bits), bits);
            }
            return ids;
        } finally {
            entropy.giveBack(bits);
        }
    }

    /** {@return what this generator promises of the order of its ids} */
    public UuidOrder order() {
        return order;
    }

    /**
     * {@return how far the timestamp of the latest id is ahead of the clock: zero in normal running, more after the clock was set back
     * or a full counter borrowed} While it is not zero, the timestamps of new ids are late by at most this much. A lead of more than
     * moments says that the clock was once far in the future; only a new generator forgets that. Of the calling thread, where the
     * order is {@link UuidOrder#PER_THREAD}.
     */
    public Duration lead() {
        long now = clock.millis();
        return Duration.ofMillis(Math.max(0, Timeline.millis(timeline.last()) - Math.max(0, now)));
    }

    private long now() {
        long now = clock.millis();
        if (now < 0 || now > Timeline.MAX_MILLIS) {
            throw new IllegalStateException("the clock must be between 0 and %s ms after 1970, and is at %s"
                    .formatted(Timeline.MAX_MILLIS, now));
        }
        return now;
    }

    private UUID uuid(long position, Bits bits) {
        long counter = Timeline.counter(position);
        return uuid(
                version,
                Timeline.millis(position),
                counter >>> COUNTER_LOW_BITS,
                (counter << RANDOM_BITS) | (bits.nextLong() >>> (Long.SIZE - RANDOM_BITS)));
    }

    /** The UUID of 48 bits of time, and the lowest 12 and 62 bits of what follows. */
    static UUID uuid(int version, long millis, long next12, long last62) {
        return new UUID((millis << 16) | ((long) version << 12) | (next12 & 0xFFF), VARIANT | (last62 & ~(3L << 62)));
    }

    static UUID at(int version, Instant instant) {
        SecureEntropy entropy = SecureEntropy.shared();
        return uuid(version, millis(instant), entropy.nextLong(), entropy.nextLong());
    }

    static UUID min(int version, Instant instant) {
        return uuid(version, millis(instant), 0, 0);
    }

    static UUID max(int version, Instant instant) {
        return uuid(version, millis(instant), -1, -1);
    }

    static boolean is(int version, UUID uuid) {
        return uuid.version() == version && uuid.variant() == 2;
    }

    static Instant instantOf(int version, UUID uuid) {
        if (!is(version, uuid)) {
            throw new IllegalArgumentException("%s is no version %s UUID: its version is %s, its variant %s"
                    .formatted(uuid, version, uuid.version(), uuid.variant()));
        }
        return Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> 16);
    }

    private static long millis(Instant instant) {
        long seconds = instant.getEpochSecond();
        if (seconds < 0 || seconds > MAX_OF_48_BITS / 1000 || instant.toEpochMilli() > MAX_OF_48_BITS) {
            throw new IllegalArgumentException("instant must be from 1970 to %s, and is %s"
                    .formatted(Instant.ofEpochMilli(MAX_OF_48_BITS), instant));
        }
        return instant.toEpochMilli();
    }
}
