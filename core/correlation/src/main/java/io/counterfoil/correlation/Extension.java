package io.counterfoil.correlation;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * How a correlation id is extended without a counter: by a short random segment, or by a shorter one of the time and
 * some random bits. The text is URL-safe base64, six bits a character, and as short as the configured numbers allow.
 *
 * <p>Two forms. {@link #random(long, double)} is for extensions that may be made at the same time, and is sized by how many of them
 * there are and the chance of a collision that one accepts. {@link #timed(Duration, int)} is for deliveries of one message, which
 * a queue keeps apart in time.
 *
 * <p>Immutable and thread-safe.
 */
public final class Extension {

    private static final int BITS_PER_CHARACTER = 6;
    private static final int MAX_RANDOM_BITS = 126;

    /** Beside the time, so that deliveries an odd period apart, or of a broken clock, are distinguished as well. */
    private static final int RANDOM_BITS_BESIDE_TIME = 10;

    /** How many times longer than planned the deliveries may take before the ticks begin again. */
    private static final int SLACK = 10;

    /** The most deliveries that the timed form can be sized for. */
    public static final int MAX_DELIVERIES = 1_000_000;

    private static final Duration MIN_DELAY = Duration.ofMillis(2);
    private static final Duration MAX_DELAY = Duration.ofDays(365);

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private static final RandomGenerator SECURE = new SecureRandom();

    /**
     * 24 random bits in 4 characters: ten extensions of one id at the same time collide with a chance of 3 in a million, two with
     * one of 1 in 16 million.
     */
    public static final Extension DEFAULT = new Extension(0, Duration.ZERO, 24, SECURE, Clock.systemUTC());

    private final int tickBits;
    private final Duration tick;
    private final int randomBits;
    private final RandomGenerator random;
    private final InstantSource clock;

    private Extension(int tickBits, Duration tick, int randomBits, RandomGenerator random, InstantSource clock) {
        this.tickBits = tickBits;
        this.tick = tick;
        this.randomBits = randomBits;
        this.random = random;
        this.clock = clock;
    }

    /**
     * {@return extensions of random characters only, as few as serve: this number of concurrent extensions of one id collide with at most
     * this chance} A character holds six bits, and all of them are used.
     *
     * @param expectedParallel the maximum number of extensions one id gets, 1 to 2^31
     * @param acceptedCollision the chance that any two of them are the same, above 0 and below 1
     * @throws IllegalArgumentException when a number is out of its range, or more than 126 bits (21 characters) would be needed
     */
    public static Extension random(long expectedParallel, double acceptedCollision) {
        if (expectedParallel < 1 || expectedParallel > 1L << 31) {
            throw new IllegalArgumentException(
                    "expectedParallel must be between 1 and 2147483648, and is " + expectedParallel);
        }
        if (!(acceptedCollision > 0 && acceptedCollision < 1)) {
            throw new IllegalArgumentException(
                    "acceptedCollision must be above 0 and below 1, and is " + acceptedCollision);
        }
        double values = pairs(expectedParallel) / acceptedCollision;
        int bits = wholeCharacters(Math.max(1, (int) Math.ceil(Math.log(values) / Math.log(2))));
        if (bits > MAX_RANDOM_BITS) {
            throw new IllegalArgumentException(
                    "%s extensions that collide with a chance of %s at most need %s random bits, and there are %s at most"
                            .formatted(expectedParallel, acceptedCollision, bits, MAX_RANDOM_BITS));
        }
        return new Extension(0, Duration.ZERO, bits, SECURE, Clock.systemUTC());
    }

    /**
     * {@return extensions of the lowest bits of a coarse time and at least ten random bits, for the deliveries of one message by a queue}
     *
     * <p>A tick is half the delay, so that a delivery and the next are never in the same tick, even when the clocks of two consumers
     * differ by as much as that. The ticks last for ten times as long as all deliveries are planned to take, before they begin again.
     * With a delay of 1 min and 10 deliveries: ticks of 30 s in 8 bits, 10 random bits, 3 characters. Deliveries in the same
     * tick, which only a queue that ignores its delay causes, collide with a chance of at most 1 in 1024.
     *
     * @param redeliveryDelay the least time between a delivery and the next, 2 ms to 365 days
     * @param maxDeliveries the maximum number of deliveries of one message, 1 to 1,000,000
     * @throws IllegalArgumentException when a number is out of its range
     */
    public static Extension timed(Duration redeliveryDelay, int maxDeliveries) {
        if (redeliveryDelay.compareTo(MIN_DELAY) < 0 || redeliveryDelay.compareTo(MAX_DELAY) > 0) {
            throw new IllegalArgumentException("redeliveryDelay must be between %s and %s, and is %s"
                    .formatted(MIN_DELAY, MAX_DELAY, redeliveryDelay));
        }
        return sized(redeliveryDelay, redeliveryDelay, maxDeliveries);
    }

    /**
     * {@return extensions as of {@link #timed(Duration, int)} for a delay that grows: a tick is half of the first delay, and the ticks
     * last for ten times as long as all deliveries take at the longest delay}
     *
     * @param firstDelay the least time between a delivery and the next, 0 to 365 days; less than 2 ms count as 2 ms, and earlier
     *     deliveries are distinguished by the random bits
     * @param longestDelay the longest planned time between a delivery and the next, {@code firstDelay} to 365 days
     * @param maxDeliveries the maximum number of deliveries of one message, 1 to 1,000,000
     * @throws IllegalArgumentException when a number is out of its range
     */
    public static Extension timed(Duration firstDelay, Duration longestDelay, int maxDeliveries) {
        if (firstDelay.isNegative() || firstDelay.compareTo(MAX_DELAY) > 0) {
            throw new IllegalArgumentException(
                    "firstDelay must be between PT0S and %s, and is %s".formatted(MAX_DELAY, firstDelay));
        }
        if (longestDelay.compareTo(firstDelay) < 0 || longestDelay.compareTo(MAX_DELAY) > 0) {
            throw new IllegalArgumentException("longestDelay must be between firstDelay, %s, and %s, and is %s"
                    .formatted(firstDelay, MAX_DELAY, longestDelay));
        }
        return sized(atLeastTheLeast(firstDelay), atLeastTheLeast(longestDelay), maxDeliveries);
    }

    private static Duration atLeastTheLeast(Duration delay) {
        return delay.compareTo(MIN_DELAY) < 0 ? MIN_DELAY : delay;
    }

    private static Extension sized(Duration first, Duration longest, int maxDeliveries) {
        if (maxDeliveries < 1 || maxDeliveries > MAX_DELIVERIES) {
            throw new IllegalArgumentException(
                    "maxDeliveries must be between 1 and %s, and is %s".formatted(MAX_DELIVERIES, maxDeliveries));
        }
        long tickMillis = first.toMillis() / 2;
        // More than two a delay where half of it is no whole number of milliseconds.
        long ticks = longest.toMillis() * maxDeliveries * SLACK / tickMillis + 1;
        int tickBits = bitsFor(ticks);
        int all = wholeCharacters(tickBits + RANDOM_BITS_BESIDE_TIME);
        return new Extension(tickBits, Duration.ofMillis(tickMillis), all - tickBits, SECURE, Clock.systemUTC());
    }

    /**
     * {@return the same extension with this randomness}
     *
     * @param randomness any that no two processes share: extensions are not secret. Thread-safe, as the extension is
     */
    public Extension with(RandomGenerator randomness) {
        return new Extension(tickBits, tick, randomBits, randomness, clock);
    }

    /**
     * {@return the same extension with this clock}
     *
     * @param time the time of the timed form; the random form does not read it
     */
    public Extension with(InstantSource time) {
        return new Extension(tickBits, tick, randomBits, random, time);
    }

    /** {@return how many bits of each segment are random} */
    public int randomBits() {
        return randomBits;
    }

    /** {@return how many bits of each segment tell the time; 0 in the random form} */
    public int tickBits() {
        return tickBits;
    }

    /** {@return how long a tick of the time is; zero in the random form} */
    public Duration tick() {
        return tick;
    }

    /** {@return how long each segment is, in characters} */
    public int length() {
        return (tickBits + randomBits) / BITS_PER_CHARACTER;
    }

    /**
     * {@return an upper bound of the chance that any two of this number of extensions of one id are equal, all of them made at once, in the timed
     * form within one tick}
     *
     * @param parallel not negative
     */
    public double collisionProbability(long parallel) {
        if (parallel < 0) {
            throw new IllegalArgumentException("parallel must not be negative, and is " + parallel);
        }
        return Math.min(1, pairs(parallel) / Math.pow(2, randomBits));
    }

    /** {@return a new segment} */
    public String next() {
        long now = tickBits == 0 ? 0 : Math.floorDiv(clock.instant().toEpochMilli(), tick.toMillis());
        StringBuilder segment = new StringBuilder(length());
        for (int at = 0; at < tickBits + randomBits; at += BITS_PER_CHARACTER) {
            int ofTime = Math.min(Math.max(tickBits - at, 0), BITS_PER_CHARACTER);
            int ofChance = BITS_PER_CHARACTER - ofTime;
            long time = (now >>> Math.max(tickBits - at - ofTime, 0)) & ((1 << ofTime) - 1);
            segment.append(ALPHABET.charAt((int) (time << ofChance) | random.nextInt(1 << ofChance)));
        }
        return segment.toString();
    }

    /** The size in words: characters, bits, ticks. */
    @Override
    public String toString() {
        String time = tickBits == 0 ? "" : "%s bits of ticks of %s, ".formatted(tickBits, tick);
        return "%s characters: %s%s random bits".formatted(length(), time, randomBits);
    }

    private static double pairs(long count) {
        return count * (count - 1.0) / 2;
    }

    private static int wholeCharacters(int bits) {
        return Math.floorDiv(bits + BITS_PER_CHARACTER - 1, BITS_PER_CHARACTER) * BITS_PER_CHARACTER;
    }

    /** The fewest bits with this number of values. */
    private static int bitsFor(long values) {
        return Long.SIZE - Long.numberOfLeadingZeros(values - 1);
    }
}
