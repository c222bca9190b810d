package io.counterfoil.ids.snowflake;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The bits of a Snowflake id, and the instant from which its timestamp counts.
 *
 * <pre>
 *  0 | milliseconds since the epoch 41 | machine id 10 | sequence 12
 * </pre>
 *
 * <p>An id does not say of which epoch it is: all who read it must know. The timestamps last for 69 years, from one millisecond
 * after the epoch ({@link #first}), so that 0 is no id, to {@link #last}. Immutable.
 *
 * @param epoch from 1970 to the year 9999, a whole millisecond
 */
public record SnowflakeLayout(Instant epoch) {

    /** The epoch of Twitter, who devised Snowflake: 2010-11-04T01:42:54.657Z. Its timestamps end in July 2080. */
    public static final Instant TWITTER_EPOCH = Instant.ofEpochMilli(1_288_834_974_657L);

    static final int SEQUENCE_BITS = 12;
    static final int MAX_SEQUENCE = (1 << SEQUENCE_BITS) - 1;
    static final long MAX_TICK = (1L << 41) - 1;
    private static final int TICK_SHIFT = 10 + SEQUENCE_BITS;
    private static final Instant MAX_EPOCH = Instant.parse("9999-12-31T23:59:59.999Z");

    /**
     * A layout of this epoch.
     *
     * @throws IllegalArgumentException when it is outside of its limits
     */
    public SnowflakeLayout {
        if (epoch.isBefore(Instant.EPOCH)
                || epoch.isAfter(MAX_EPOCH)
                || !epoch.truncatedTo(ChronoUnit.MILLIS).equals(epoch)) {
            throw new IllegalArgumentException("the epoch must be a whole millisecond from %s to %s, not %s"
                    .formatted(Instant.EPOCH, MAX_EPOCH, epoch));
        }
    }

    /** The layout of {@link #TWITTER_EPOCH}. */
    public static SnowflakeLayout twitter() {
        return new SnowflakeLayout(TWITTER_EPOCH);
    }

    /** The first millisecond that has ids. */
    public Instant first() {
        return instantOfTick(1);
    }

    /** The last millisecond that has ids. */
    public Instant last() {
        return instantOfTick(MAX_TICK);
    }

    /**
     * What is inside an id.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    public Snowflake.Parts parts(long id) {
        return new Snowflake.Parts(instantOf(id), machineIdOf(id), sequenceOf(id));
    }

    /**
     * When an id was made, as its generator believed, with the precision of a millisecond.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    public Instant instantOf(long id) {
        return instantOfTick(requirePositive(id) >>> TICK_SHIFT);
    }

    /**
     * Who made an id, from 0 to 1023; whatever the epoch.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    public static int machineIdOf(long id) {
        return (int) (requirePositive(id) >>> SEQUENCE_BITS) & MachineId.MAX;
    }

    /**
     * The how-manieth of its millisecond an id was, from 0 to 4095; whatever the epoch.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    public static int sequenceOf(long id) {
        return (int) requirePositive(id) & MAX_SEQUENCE;
    }

    /**
     * The smallest number of an id of this millisecond: the lower bound of a range query, inclusive.
     *
     * @throws IllegalArgumentException when the instant is before {@link #first} or after {@link #last}
     */
    public long min(Instant instant) {
        return tickOf(instant) << TICK_SHIFT;
    }

    /**
     * The greatest number of an id of this millisecond: the upper bound of a range query, inclusive.
     *
     * @throws IllegalArgumentException when the instant is before {@link #first} or after {@link #last}
     */
    public long max(Instant instant) {
        return min(instant) | ((1L << TICK_SHIFT) - 1);
    }

    long id(long tick, int machineId, int sequence) {
        return tick << TICK_SHIFT | (long) machineId << SEQUENCE_BITS | sequence;
    }

    Instant instantOfTick(long tick) {
        return epoch.plusMillis(tick);
    }

    private long tickOf(Instant instant) {
        if (instant.isBefore(first()) || !instant.isBefore(instantOfTick(MAX_TICK + 1))) {
            throw new IllegalArgumentException(
                    "IDs of the epoch %s must be from %s to %s, not %s".formatted(epoch, first(), last(), instant));
        }
        return instant.toEpochMilli() - epoch.toEpochMilli();
    }

    private static long requirePositive(long id) {
        if (id <= 0) {
            throw new IllegalArgumentException("a Snowflake ID must be positive, is " + id);
        }
        return id;
    }
}
