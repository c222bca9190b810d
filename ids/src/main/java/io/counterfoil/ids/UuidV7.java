package io.counterfoil.ids;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Generator of version 7 UUIDs (RFC 9562, section 5.7), strictly ascending within one generator.
 *
 * <p>{@link #next()} serves nearly everyone: one generator shared by the whole process, on the system clock and a {@link
 * SecureRandom}. {@link #generator} makes one of its own clock and randomness.
 *
 * <h2>How it stays in order</h2>
 *
 * <p>The 74 bits that the RFC leaves free are used by its section 6.2, method 1: a counter of 26 bits ({@code rand_a} and
 * the 14 highest bits of {@code rand_b}), then 48 bits that are random in every id.
 *
 * <pre>
 *  unix_ts_ms 48 | version 4 | counter 12 | variant 2 | counter 14 | random 48
 * </pre>
 *
 * <ul>
 *   <li><b>A later millisecond</b> seeds the whole counter at random, so that an id alone in its millisecond has 74
 *       random bits. No guard bit is kept free, because a full counter does no harm (see the last point).
 *   <li><b>The same millisecond</b> adds one to the counter and draws new random bits.
 *   <li><b>A clock that steps back</b> is not followed: the last timestamp is held, and counted on, until the clock has
 *       passed it again.
 *   <li><b>A full counter</b> borrows the next millisecond, and seeds the counter anew. The timestamp is then ahead of the
 *       clock; {@link #lead()} says by how much. Waiting instead would make the caller's time hostage to the clock.
 * </ul>
 *
 * <p>The clock is read inside the critical section. Read before it, a thread could be overtaken between the reading and
 * the lock, and every such reading would look like a step back of the clock. With it inside, ids ascend in the order in
 * which the lock was held: an id generated after another one was returned, on whatever thread, is greater.
 *
 * <p>"Greater" is unsigned, byte by byte, which is the order of the canonical text, of {@link UuidBase32} and of a database's
 * {@code uuid} column. {@link UUID#compareTo} is signed; among version 7 UUIDs it agrees until the year 6429.
 *
 * <p>Order is promised within one generator. Two generators, or two processes, are in order within the skew of their clocks.
 * Nothing is kept over a restart: a process that starts on a clock that was set back generates below its predecessor.
 *
 * <p>The order is the reason why ids of one millisecond are easier to guess than 122 random bits: who knows one has to guess
 * 48 bits to hit the next. An id is a name, and no secret (RFC 9562, section 8).
 *
 * <p>Thread-safe; the clock and the randomness are called under the generator's lock, one thread at a time. Limits: 2^26 ids
 * per millisecond before a borrow at most, timestamps up to the year 10889. Requirement TI-1.
 */
public final class UuidV7 {

    private static final int VERSION = 7;
    private static final int IETF_VARIANT = 2;
    private static final long MAX_MILLIS = (1L << 48) - 1;
    private static final long MAX_COUNTER = (1L << 26) - 1;
    private static final int COUNTER_LOW_BITS = 14;
    private static final int RANDOM_BITS = 48;

    private static final UuidV7 SHARED = new UuidV7(InstantSource.system(), new SecureRandom());

    private final ReentrantLock lock = new ReentrantLock();
    private final InstantSource clock;
    private final RandomGenerator random;
    private final ByteBuffer drawn = ByteBuffer.allocate(Integer.BYTES + Long.BYTES);
    private long millis = -1;
    private long counter;

    private UuidV7(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** The next id of the generator that the process shares. Thread-safe; see {@link #generate()}. */
    public static UUID next() {
        return SHARED.generate();
    }

    /** The generator that {@link #next()} uses: system clock, {@link SecureRandom}. */
    public static UuidV7 shared() {
        return SHARED;
    }

    /**
     * A generator of its own clock and randomness, in no order with any other.
     *
     * @param clock read once for each id, with the precision of a millisecond; a {@link java.time.Clock} is one
     * @param random need not be thread-safe where it serves this generator alone; must be a cryptographic one where others
     *     should not guess the ids
     */
    public static UuidV7 generator(InstantSource clock, RandomGenerator random) {
        return new UuidV7(clock, random);
    }

    /**
     * An id that is greater than every id that this generator returned before.
     *
     * @throws IllegalStateException when the clock, or the millisecond to be borrowed, is before 1970 or past 48 bits of
     *     milliseconds. The generator is unchanged and goes on when the clock is right again.
     */
    public UUID generate() {
        lock.lock();
        try {
            long now = requireInRange(clock.millis());
            random.nextBytes(drawn.array());
            if (now > millis) {
                startMillisecond(now);
            } else if (counter < MAX_COUNTER) {
                counter++;
            } else {
                startMillisecond(requireInRange(millis + 1));
            }
            return new UUID(
                    millis << 16 | VERSION << 12 | counter >>> COUNTER_LOW_BITS,
                    (long) IETF_VARIANT << 62
                            | (counter & ((1L << COUNTER_LOW_BITS) - 1)) << RANDOM_BITS
                            | drawn.getLong(Integer.BYTES) >>> (Long.SIZE - RANDOM_BITS));
        } finally {
            lock.unlock();
        }
    }

    /**
     * How far the timestamp of the latest id is ahead of the clock: zero in normal running, more after the clock was set back
     * or a full counter borrowed. While it is not zero, {@link #instantOf} of new ids is late by at most this much. A lead of
     * more than moments says that the clock was once far in the future; only a new generator forgets that.
     */
    public Duration lead() {
        lock.lock();
        try {
            return Duration.ofMillis(Math.max(0, millis - Math.max(0, clock.millis())));
        } finally {
            lock.unlock();
        }
    }

    /** Whether this has the version and the variant that RFC 9562 gives to version 7. */
    public static boolean isV7(UUID uuid) {
        return uuid.version() == VERSION && uuid.variant() == IETF_VARIANT;
    }

    /**
     * The timestamp inside a version 7 UUID, with the precision of a millisecond: when it was generated, as its generator
     * believed (see {@link #lead()}).
     *
     * @throws IllegalArgumentException when it is not of version 7
     */
    public static Instant instantOf(UUID uuid) {
        if (!isV7(uuid)) {
            throw new IllegalArgumentException("%s is no version 7 UUID: its version is %d, its variant %d"
                    .formatted(uuid, uuid.version(), uuid.variant()));
        }
        return Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> 16);
    }

    private void startMillisecond(long start) {
        millis = start;
        counter = drawn.getInt(0) & MAX_COUNTER;
    }

    private static long requireInRange(long millis) {
        if (millis < 0 || millis > MAX_MILLIS) {
            throw new IllegalStateException("the clock of a UUIDv7 must be between 0 and %d ms after 1970, and is %d"
                    .formatted(MAX_MILLIS, millis));
        }
        return millis;
    }
}
