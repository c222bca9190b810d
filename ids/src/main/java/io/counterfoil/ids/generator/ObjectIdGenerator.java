package io.counterfoil.ids.generator;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Generator of {@link ObjectId}s, strictly ascending within one generator.
 *
 * <p>{@link ObjectId#next} serves nearly everyone: one generator shared by the whole process, on the system clock and a {@link
 * SecureRandom}. {@link #generator} makes one of its own clock and randomness.
 *
 * <h2>How it stays in order</h2>
 *
 * <p>The 40 random bits are drawn once, and so is the start of the counter. One {@code AtomicLong} holds the last id's {@code
 * seconds << 24 | counter}, and a compare-and-set moves it to the next one's; no lock is taken.
 *
 * <ul>
 *   <li><b>A later second</b> takes the clock's seconds and counts on, from {@code ffffff} to {@code 000000}.
 *   <li><b>The same second, or a clock that steps back,</b> adds one to the whole number: the last second is held, and counted
 *       on, until the clock has passed it again.
 *   <li><b>A counter that is full within its second</b> carries into the seconds, and so borrows the next one. That may happen
 *       to the first of ids, because the counter starts anywhere. The timestamp is then ahead of the clock; {@link #lead()} says
 *       by how much.
 * </ul>
 *
 * <p>The number only ever grows, so no id is made twice before 2106, whatever the clock does; and an id generated after another
 * one was returned, on whatever thread, starts from a number at least as great, and is greater.
 *
 * <p>Order is promised within one generator. Two generators tell themselves apart by their 40 random bits, which collide for one
 * pair in 2^40; a collision alone is none of ids, they need the same second and counter too. Nothing is kept over a restart,
 * which draws new random bits. A copy of a process that has generated before (a snapshot that is resumed twice) makes the same
 * ids as the original.
 *
 * <p>Ids are easily guessed: who knows one knows the next. An id is a name, and no secret.
 *
 * <p>Thread-safe; the clock is called by many threads at once.
 */
public final class ObjectIdGenerator {

    private static final long RANDOM_MASK = (1L << 40) - 1;

    private final AtomicLong last;
    private final InstantSource clock;
    private final long random;

    private ObjectIdGenerator(InstantSource clock, RandomGenerator source) {
        this.clock = clock;
        this.random = source.nextLong() & RANDOM_MASK;
        // One second before all others, so that the first id takes the clock's.
        this.last = new AtomicLong(-1L << ObjectId.COUNTER_BITS | (source.nextLong() & ObjectId.MAX_COUNTER));
    }

    /** The generator that {@link ObjectId#next} uses: system clock, {@link SecureRandom}. */
    public static ObjectIdGenerator shared() {
        return Shared.GENERATOR;
    }

    /**
     * A generator of its own clock and randomness, in no order with any other.
     *
     * @param clock read at least once for each id, with the precision of a second; thread-safe
     * @param random drawn from twice, now and never again: must be a cryptographic one where generators of many processes should
     *     not meet
     */
    public static ObjectIdGenerator generator(InstantSource clock, RandomGenerator random) {
        return new ObjectIdGenerator(clock, random);
    }

    /**
     * An id that is greater than every id that this generator returned before.
     *
     * @throws IllegalStateException when the clock, or the second to be borrowed, is before 1970 or after
     *     2106-02-07T06:28:15Z. The generator is unchanged and works again once the clock is valid.
     */
    public ObjectId generate() {
        while (true) {
            long before = last.get();
            long now = requireInRange(clock.instant().getEpochSecond());
            long next = now > secondsOf(before)
                    ? now << ObjectId.COUNTER_BITS | ((before + 1) & ObjectId.MAX_COUNTER)
                    : before + 1;
            long seconds = requireInRange(secondsOf(next));
            if (last.compareAndSet(before, next)) {
                return ObjectId.of(seconds, random, next);
            }
        }
    }

    /**
     * How far the timestamp of the latest id is ahead of the clock: zero in normal running and before the first id, more after
     * the clock was set back or a full counter borrowed. While it is not zero, {@link ObjectId#instant} of new ids is late by at
     * most this much.
     */
    public Duration lead() {
        Duration ahead = Duration.between(clock.instant(), Instant.ofEpochSecond(secondsOf(last.get())));
        return ahead.isNegative() ? Duration.ZERO : ahead;
    }

    private static long secondsOf(long number) {
        return number >> ObjectId.COUNTER_BITS;
    }

    private static long requireInRange(long seconds) {
        if (seconds < 0 || seconds > ObjectId.MAX_SECONDS) {
            throw new IllegalStateException("the clock of an ObjectId must be between 0 and %d s after 1970, and is %d"
                    .formatted(ObjectId.MAX_SECONDS, seconds));
        }
        return seconds;
    }

    /** Created at the first use, so that a program that only reads ids draws no randomness. */
    private static final class Shared {
        static final ObjectIdGenerator GENERATOR = new ObjectIdGenerator(InstantSource.system(), new SecureRandom());
    }
}
