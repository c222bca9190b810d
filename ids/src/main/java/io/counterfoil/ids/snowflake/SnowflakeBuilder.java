package io.counterfoil.ids.snowflake;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link Snowflake}. For one thread; a machine id is needed, all else has a default. */
public final class SnowflakeBuilder {

    private static final Duration MIN_HOLD = Duration.ofMillis(10);
    private static final Duration MAX_HOLD = Duration.ofMinutes(1);

    private @Nullable MachineId machine;
    private SnowflakeLayout layout = SnowflakeLayout.twitter();
    private InstantSource clock = InstantSource.system();
    private Duration hold = Duration.ofSeconds(1);
    private SnowflakePause pause = SnowflakePause.parking();

    SnowflakeBuilder() {}

    /**
     * The machine id, a leased one for instance; it tells this generator apart from all others of the application.
     *
     * @throws IllegalStateException when there is one already
     */
    public SnowflakeBuilder machine(MachineId id) {
        if (machine != null) {
            throw new IllegalStateException(
                    "the machine id is set already, to %s, and cannot be %s as well".formatted(machine, id));
        }
        machine = id;
        return this;
    }

    /**
     * A {@link MachineId#fixed} machine id: the caller sees to it that no other generator has the same.
     *
     * @throws IllegalArgumentException when it is not from 0 to 1023
     * @throws IllegalStateException when there is one already
     */
    public SnowflakeBuilder machineId(int value) {
        return machine(MachineId.fixed(value));
    }

    /**
     * The instant from which timestamps count, {@link SnowflakeLayout#TWITTER_EPOCH} by default. It can never be changed again:
     * ids of two epochs repeat each other, and are in no order.
     *
     * @throws IllegalArgumentException when it is not a whole millisecond from 1970 to the year 9999
     */
    public SnowflakeBuilder epoch(Instant epoch) {
        layout = new SnowflakeLayout(epoch);
        return this;
    }

    /** The clock, the system's by default. Read at least once for each id, on the caller's thread; thread-safe. */
    public SnowflakeBuilder clock(InstantSource source) {
        clock = source;
        return this;
    }

    /**
     * How far the clock may be behind, and how long a caller is held when it stands still, before an id is refused: one second
     * by default.
     *
     * @throws IllegalArgumentException when it is not from 10 milliseconds to one minute
     */
    public SnowflakeBuilder hold(Duration limit) {
        if (limit.compareTo(MIN_HOLD) < 0 || limit.compareTo(MAX_HOLD) > 0) {
            throw new IllegalArgumentException(
                    "the hold must be from %s to %s, not %s".formatted(MIN_HOLD, MAX_HOLD, limit));
        }
        hold = limit;
        return this;
    }

    /** How a caller who is held waits: {@link SnowflakePause#parking} by default. */
    public SnowflakeBuilder pause(SnowflakePause how) {
        pause = how;
        return this;
    }

    /**
     * A generator with these settings.
     *
     * @throws IllegalStateException when no machine id was set, when the machine id is in use by another generator, or when all
     *     its time is outside of what the epoch covers
     */
    public Snowflake build() {
        if (machine == null) {
            throw new IllegalStateException("a Snowflake generator needs a machine id of its own: give it one with"
                    + " machineId(0..%d) from the configuration, or lease one and pass it to machine(...). None is chosen"
                            .formatted(MachineId.MAX)
                    + " at random, because two processes that chose the same would make the same ids");
        }
        return new Snowflake(machine, layout, clock, hold, pause);
    }
}
