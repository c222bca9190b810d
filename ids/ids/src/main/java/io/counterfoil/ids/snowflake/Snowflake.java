package io.counterfoil.ids.snowflake;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Generator of Snowflake ids: positive {@code long}s of 41 bits of milliseconds, 10 bits of machine id and 12 bits of sequence
 * ({@link Layout}), strictly ascending within one generator.
 *
 * <pre>{@code
 * Snowflake ids = Snowflake.builder().machineId(5).build();
 * long id = ids.generate();
 * }</pre>
 *
 * <p>Within a process there is one generator for each machine id, shared by all threads.
 *
 * <h2>How it stays in order</h2>
 *
 * <p>One {@code AtomicLong} holds the next free slot, {@code milliseconds << 12 | sequence}. An id is the slot itself, or the
 * first one of the clock's millisecond where that is later; a compare-and-set makes the one after it the next free. No lock is
 * taken: a thread that is suspended anywhere delays no other. The slot is read before the clock, so every reading of the
 * clock is later than the one that the slot came from, and only a clock that really was set back can be behind it.
 *
 * <p><b>A millisecond is only begun when the clock has reached it.</b> All else follows:
 *
 * <ul>
 *   <li><b>A clock that steps back</b> is not followed: the last millisecond is continued, within its 4096 IDs, while
 *       the clock is no further behind than the hold. {@link #lead()} says how far it is.
 *   <li><b>A used-up millisecond</b> makes the caller wait until the clock has passed it.
 *   <li><b>A clock further behind than the hold</b>, or one that stands still for as long, is an exception. Nothing is used up
 *       by a throw.
 *   <li><b>A restart</b> finds no id above the clock, provided that the clock was not set back meanwhile. That is why nothing is
 *       borrowed from the next millisecond, as {@link io.counterfoil.ids.generator.UuidV7} does: the random bits of its ids make a lead
 *       that a restart forgets harmless, and here there are none.
 * </ul>
 *
 * <p>The generator keeps nothing over a restart. With a {@link MachineId#fixed fixed} machine id, a process that restarts on
 * a clock that was set back repeats ids; with a leased one it cannot, because the lease begins above the time of the holder
 * before it ({@link MachineId} says why that is enough).
 *
 * <p>The ids of generators with different machine ids are in order within the skew of their clocks. Ids are easily guessed: an
 * id is a name, and no secret.
 *
 * <p>Thread-safe. Limits: 4096 ids a millisecond, 69 years from the epoch.
 */
public final class Snowflake {

    private static final long STOPPED = 1L << 62;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long SHORT_PAUSE_NANOS = 50_000;
    private static final long LONG_PAUSE_NANOS = 10 * NANOS_PER_MILLI;

    private final AtomicLong nextSlot;
    private final MachineId machine;
    private final Layout layout;
    private final long epochMillis;
    private final InstantSource clock;
    private final Duration hold;
    private final Pause pause;

    Snowflake(MachineId machine, Layout layout, InstantSource clock, Duration hold, Pause pause) {
        this.machine = machine;
        this.layout = layout;
        this.epochMillis = layout.epoch().toEpochMilli();
        this.clock = clock;
        this.hold = hold;
        this.pause = pause;
        long firstTick = Math.max(1, machine.firstMillis() - epochMillis);
        if (firstTick > Layout.MAX_TICK) {
            throw new IllegalStateException("%s begins at %s, and ids of the epoch %s end at %s"
                    .formatted(machine, Instant.ofEpochMilli(machine.firstMillis()), layout.epoch(), layout.last()));
        }
        this.nextSlot = new AtomicLong(firstTick << Layout.SEQUENCE_BITS);
        machine.bind(this::stop);
    }

    /** {@return a builder of a generator} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * {@return an id that is greater than every id that this generator returned before} Waits while the millisecond is used up. An
     * interrupt does not end the wait, and stays set.
     *
     * @throws SnowflakeClockException when the clock is further behind than the hold, has stood still for as long, or is outside
     *     of the 69 years
     * @throws MachineIdExpiredException when the machine id may not be used at this time, or was returned
     */
    public long generate() {
        while (true) {
            long free = nextSlot.get();
            if ((free & STOPPED) != 0) {
                throw new MachineIdExpiredException(machine + " was returned: its generator generates no further IDs");
            }
            long now = tick();
            long slot = Math.max(free, now << Layout.SEQUENCE_BITS);
            long tick = slot >>> Layout.SEQUENCE_BITS;
            int sequence = (int) slot & Layout.MAX_SEQUENCE;
            if (tick > now && sequence == 0) {
                awaitTick(tick);
            } else {
                requireWithinHold(now, tick);
                requireInRange(tick);
                if (nextSlot.compareAndSet(free, slot + 1)) {
                    return layout.id(tick, machine.value(), sequence);
                }
            }
        }
    }

    /**
     * {@return how far the clock is behind the last millisecond in use: zero in normal running, more after the clock was set back} Before
     * the first id, the last millisecond is the one that the machine id's holder before was granted.
     */
    public Duration lead() {
        return Duration.ofMillis(Math.max(0, lastMillis(nextSlot.get()) - clock.millis()));
    }

    /** {@return how its ids are to be read} */
    public Layout layout() {
        return layout;
    }

    private long stop() {
        return lastMillis(nextSlot.getAndUpdate(free -> free | STOPPED));
    }

    /** Of the slot before this one. */
    private long lastMillis(long slot) {
        return epochMillis + (((slot & ~STOPPED) - 1) >> Layout.SEQUENCE_BITS);
    }

    private void awaitTick(long tick) {
        long latest = Long.MIN_VALUE;
        long stoodStill = 0;
        for (long now = tick(); now < tick; now = tick()) {
            requireWithinHold(now, tick);
            if (now > latest) {
                latest = now;
                stoodStill = 0;
            } else if (stoodStill > hold.toNanos()) {
                throw clockException("did not advance within the hold of %s".formatted(hold), now, tick);
            }
            // The rest of the last millisecond is unknown, so it is looked for in small steps.
            stoodStill += Math.max(
                    1,
                    pause.pause(
                            now + 1 == tick
                                    ? SHORT_PAUSE_NANOS
                                    : Math.min((tick - now - 1) * NANOS_PER_MILLI, LONG_PAUSE_NANOS)));
        }
    }

    private void requireWithinHold(long now, long tick) {
        if (tick - now > hold.toMillis()) {
            throw clockException("is behind by more than the hold of %s".formatted(hold), now, tick);
        }
    }

    private void requireInRange(long tick) {
        long last = machine.lastMillis();
        if (epochMillis + tick > last) {
            throw new MachineIdExpiredException("%s is valid for timestamps up to %s; the next ID has %s"
                    .formatted(machine, Instant.ofEpochMilli(last), layout.instantOfTick(tick)));
        }
    }

    private long tick() {
        long tick = clock.millis() - epochMillis;
        if (tick < 1 || tick > Layout.MAX_TICK) {
            Instant limit = tick < 1 ? layout.first() : layout.last();
            throw new SnowflakeClockException(
                    "the clock is at %s; IDs of the epoch %s must be from %s to %s"
                            .formatted(layout.instantOfTick(tick), layout.epoch(), layout.first(), layout.last()),
                    layout.instantOfTick(tick),
                    limit);
        }
        return tick;
    }

    private SnowflakeClockException clockException(String what, long now, long tick) {
        Instant clockAt = layout.instantOfTick(now);
        Instant needed = layout.instantOfTick(tick);
        return new SnowflakeClockException(
                "the clock is at %s, the next ID of %s has %s: the clock %s".formatted(clockAt, machine, needed, what),
                clockAt,
                needed);
    }

    /** Settings of a {@link Snowflake}. For one thread; a machine id is needed, all else has a default. */
    public static final class Builder {

        private static final Duration MIN_HOLD = Duration.ofMillis(10);
        private static final Duration MAX_HOLD = Duration.ofMinutes(1);

        private @Nullable MachineId machine;
        private Layout layout = Layout.twitter();
        private InstantSource clock = InstantSource.system();
        private Duration hold = Duration.ofSeconds(1);
        private Pause pause = Pause.parking();

        Builder() {}

        /**
         * The machine id, a leased one for instance; it distinguishes this generator from all others of the
         * application.
         *
         * @param id of no other generator of the application
         * @return this builder
         * @throws IllegalStateException when there is one already
         */
        public Builder machine(MachineId id) {
            if (machine != null) {
                throw new IllegalStateException(
                        "the machine ID is already %s and cannot also be %s".formatted(machine, id));
            }
            machine = id;
            return this;
        }

        /**
         * A {@link MachineId#fixed} machine id, of which the caller makes sure that no other generator has the same.
         *
         * @param value 0 to 1023
         * @return this builder
         * @throws IllegalArgumentException when it is not from 0 to 1023
         * @throws IllegalStateException when there is one already
         */
        public Builder machineId(int value) {
            return machine(MachineId.fixed(value));
        }

        /**
         * The instant from which timestamps count, {@link Layout#TWITTER_EPOCH} by default. It can never be changed again:
         * ids of two epochs repeat each other, and are in no order.
         *
         * @param epoch a whole millisecond, from 1970 to the year 9999
         * @return this builder
         * @throws IllegalArgumentException when it is not a whole millisecond from 1970 to the year 9999
         */
        public Builder epoch(Instant epoch) {
            layout = new Layout(epoch);
            return this;
        }

        /**
         * The clock, the system's by default.
         *
         * @param source read at least once for each id, on the caller's thread; thread-safe
         * @return this builder
         */
        public Builder clock(InstantSource source) {
            clock = source;
            return this;
        }

        /**
         * The limit for a clock that is behind, and for the time that a caller is held while the clock does not
         * advance, before an ID is refused: one second by default.
         *
         * @param limit 10 milliseconds to one minute
         * @return this builder
         * @throws IllegalArgumentException when it is not from 10 milliseconds to one minute
         */
        public Builder hold(Duration limit) {
            if (limit.compareTo(MIN_HOLD) < 0 || limit.compareTo(MAX_HOLD) > 0) {
                throw new IllegalArgumentException(
                        "the hold must be from %s to %s, not %s".formatted(MIN_HOLD, MAX_HOLD, limit));
            }
            hold = limit;
            return this;
        }

        /**
         * How a caller who is held waits: {@link Pause#parking} by default.
         *
         * @param how thread-safe
         * @return this builder
         */
        public Builder pause(Pause how) {
            pause = how;
            return this;
        }

        /**
         * {@return a generator with these settings}
         *
         * @throws IllegalStateException when no machine id was set, when the machine id is in use by another generator, or when all
         *     its time is outside of what the epoch covers
         */
        public Snowflake build() {
            if (machine == null) {
                throw new IllegalStateException("a Snowflake generator needs a unique machine ID: set machineId(0.."
                        + MachineId.MAX
                        + ") from the configuration, or lease one and pass it to machine(...). There is no random default,"
                        + " because two processes with the same machine ID would generate the same IDs");
            }
            return new Snowflake(machine, layout, clock, hold, pause);
        }
    }

    /**
     * What is inside a Snowflake id.
     *
     * @param instant when it was made, as its generator believed, with the precision of a millisecond
     * @param machineId who made it, from 0 to 1023
     * @param sequence the how-manieth of its millisecond it was, from 0 to 4095
     */
    public record Parts(Instant instant, int machineId, int sequence) {}

    /** How a {@link Snowflake} lets time pass until its clock has gone on. Implementations are thread-safe. */
    @FunctionalInterface
    public interface Pause {

        /**
         * Returns after about this time. Earlier is allowed: the clock is read again, and a caller that finds it still behind pauses
         * again.
         *
         * @param nanos from 1 to 10 million
         * @return how many nanoseconds did pass
         */
        long pause(long nanos);

        /**
         * {@return a pause that parks the thread} While the thread is interrupted it does not park but spins, for no longer than it would
         * have been held, and leaves the interrupt as it is.
         */
        static Pause parking() {
            return nanos -> {
                long start = System.nanoTime();
                LockSupport.parkNanos(nanos);
                Thread.onSpinWait();
                return System.nanoTime() - start;
            };
        }
    }

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
    public record Layout(Instant epoch) {

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
         * @param epoch from 1970 to the year 9999, a whole millisecond
         * @throws IllegalArgumentException when it is outside of its limits
         */
        public Layout {
            if (epoch.isBefore(Instant.EPOCH)
                    || epoch.isAfter(MAX_EPOCH)
                    || !epoch.truncatedTo(ChronoUnit.MILLIS).equals(epoch)) {
                throw new IllegalArgumentException("the epoch must be a whole millisecond from %s to %s, not %s"
                        .formatted(Instant.EPOCH, MAX_EPOCH, epoch));
            }
        }

        /** {@return the layout of {@link #TWITTER_EPOCH}} */
        public static Layout twitter() {
            return new Layout(TWITTER_EPOCH);
        }

        /** {@return the first millisecond that has ids} */
        public Instant first() {
            return instantOfTick(1);
        }

        /** {@return the last millisecond that has ids} */
        public Instant last() {
            return instantOfTick(MAX_TICK);
        }

        /**
         * {@return what is inside an id}
         *
         * @param id of a generator with this epoch
         * @throws IllegalArgumentException when it is not positive
         */
        public Snowflake.Parts parts(long id) {
            return new Snowflake.Parts(instantOf(id), machineIdOf(id), sequenceOf(id));
        }

        /**
         * {@return when an id was made, as its generator believed, with the precision of a millisecond}
         *
         * @param id of a generator with this epoch
         * @throws IllegalArgumentException when it is not positive
         */
        public Instant instantOf(long id) {
            return instantOfTick(requirePositive(id) >>> TICK_SHIFT);
        }

        /**
         * {@return who made an id, from 0 to 1023; whatever the epoch}
         *
         * @param id of a generator with any epoch
         * @throws IllegalArgumentException when it is not positive
         */
        public static int machineIdOf(long id) {
            return (int) (requirePositive(id) >>> SEQUENCE_BITS) & MachineId.MAX;
        }

        /**
         * {@return the how-manieth of its millisecond an id was, from 0 to 4095; whatever the epoch}
         *
         * @param id of a generator with any epoch
         * @throws IllegalArgumentException when it is not positive
         */
        public static int sequenceOf(long id) {
            return (int) requirePositive(id) & MAX_SEQUENCE;
        }

        /**
         * {@return the smallest number of an id of this millisecond: the lower bound of a range query, inclusive}
         *
         * @param instant its millisecond counts
         * @throws IllegalArgumentException when the instant is before {@link #first} or after {@link #last}
         */
        public long min(Instant instant) {
            return tickOf(instant) << TICK_SHIFT;
        }

        /**
         * {@return the greatest number of an id of this millisecond: the upper bound of a range query, inclusive}
         *
         * @param instant its millisecond counts
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
}
