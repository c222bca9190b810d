package io.counterfoil.ids.snowflake;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generator of Snowflake ids: positive {@code long}s of 41 bits of milliseconds, 10 bits of machine id and 12 bits of sequence
 * ({@link SnowflakeLayout}), strictly ascending within one generator.
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
 *   <li><b>A clock that steps back</b> is not followed: the last millisecond goes on, within its 4096, while the clock is no
 *       further behind than the hold. {@link #lead()} says how far it is.
 *   <li><b>A used-up millisecond</b> makes the caller wait until the clock has passed it.
 *   <li><b>A clock further behind than the hold</b>, or one that stands still for as long, is an exception. Nothing is used up
 *       by a throw.
 *   <li><b>A restart</b> finds no id above the clock, provided that the clock was not set back meanwhile. That is why nothing is
 *       borrowed from the next millisecond, as {@link io.counterfoil.ids.generator.UuidV7} does: the random bits of its ids make a lead that a restart forgets
 *       harmless, and here there are none.
 * </ul>
 *
 * <p>The generator keeps nothing over a restart. With a {@link MachineId#fixed fixed} machine id, a process that starts anew on
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
    private final SnowflakeLayout layout;
    private final long epochMillis;
    private final InstantSource clock;
    private final Duration hold;
    private final SnowflakePause pause;

    Snowflake(MachineId machine, SnowflakeLayout layout, InstantSource clock, Duration hold, SnowflakePause pause) {
        this.machine = machine;
        this.layout = layout;
        this.epochMillis = layout.epoch().toEpochMilli();
        this.clock = clock;
        this.hold = hold;
        this.pause = pause;
        long firstTick = Math.max(1, machine.firstMillis() - epochMillis);
        if (firstTick > SnowflakeLayout.MAX_TICK) {
            throw new IllegalStateException("%s begins at %s, and ids of the epoch %s end at %s"
                    .formatted(machine, Instant.ofEpochMilli(machine.firstMillis()), layout.epoch(), layout.last()));
        }
        this.nextSlot = new AtomicLong(firstTick << SnowflakeLayout.SEQUENCE_BITS);
        machine.bind(this::stop);
    }

    /** Settings for a new generator. */
    public static SnowflakeBuilder builder() {
        return new SnowflakeBuilder();
    }

    /**
     * An id that is greater than every id that this generator returned before. Waits while the millisecond is used up. An
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
                throw new MachineIdExpiredException(machine + " was returned: its generator makes no more ids");
            }
            long now = tick();
            long slot = Math.max(free, now << SnowflakeLayout.SEQUENCE_BITS);
            long tick = slot >>> SnowflakeLayout.SEQUENCE_BITS;
            int sequence = (int) slot & SnowflakeLayout.MAX_SEQUENCE;
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
     * How far the clock is behind the last millisecond in use: zero in normal running, more after the clock was set back. Before
     * the first id, the last millisecond is the one that the machine id's holder before was granted.
     */
    public Duration lead() {
        return Duration.ofMillis(Math.max(0, lastMillis(nextSlot.get()) - clock.millis()));
    }

    /** How its ids are to be read. */
    public SnowflakeLayout layout() {
        return layout;
    }

    private long stop() {
        return lastMillis(nextSlot.getAndUpdate(free -> free | STOPPED));
    }

    /** Of the slot before this one. */
    private long lastMillis(long slot) {
        return epochMillis + (((slot & ~STOPPED) - 1) >> SnowflakeLayout.SEQUENCE_BITS);
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
                throw clockException("has not gone on within the %s that a caller is held".formatted(hold), now, tick);
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
            throw clockException("is behind by more than the %s that is held".formatted(hold), now, tick);
        }
    }

    private void requireInRange(long tick) {
        long last = machine.lastMillis();
        if (epochMillis + tick > last) {
            throw new MachineIdExpiredException("%s may be used for timestamps up to %s, and the next id is of %s"
                    .formatted(machine, Instant.ofEpochMilli(last), layout.instantOfTick(tick)));
        }
    }

    private long tick() {
        long tick = clock.millis() - epochMillis;
        if (tick < 1 || tick > SnowflakeLayout.MAX_TICK) {
            Instant limit = tick < 1 ? layout.first() : layout.last();
            throw new SnowflakeClockException(
                    "the clock is at %s, and ids of the epoch %s are from %s to %s"
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
                "the clock is at %s, the next id of %s is of %s: the clock %s"
                        .formatted(clockAt, machine, needed, what),
                clockAt,
                needed);
    }
}
