package io.counterfoil.jdbc.machine;

import io.counterfoil.ids.snowflake.MachineId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Settings of {@link MachineIdLeases}. For one thread; a scheduler is needed, all else has a default. */
public final class MachineIdLeasesBuilder {

    private static final Duration MIN_LEASE = Duration.ofSeconds(1);
    private static final Duration MAX_LEASE = Duration.ofHours(1);
    private static final int MAX_HOLDER = 200;

    private final DataSource dataSource;
    private int first = 0;
    private int last = MachineId.MAX;
    private Duration lease = Duration.ofSeconds(30);
    private String holder = "process " + ProcessHandle.current().pid();
    private InstantSource clock = InstantSource.system();
    private Consumer<MachineIdLease> onLost = lost -> {};
    private @Nullable ScheduledExecutorService scheduler;

    MachineIdLeasesBuilder(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Where leases are renewed, three times within their duration. A renewal blocks its thread while the database answers, and for a
     * third of the lease at most once the connection is there. Not shut down here.
     */
    public MachineIdLeasesBuilder scheduler(ScheduledExecutorService executor) {
        scheduler = executor;
        return this;
    }

    /**
     * The machine ids to choose from, both inclusive: all from 0 to 1023 by default. Different ranges of one table may overlap.
     *
     * @throws IllegalArgumentException when they are not in this order, from 0 to 1023
     */
    public MachineIdLeasesBuilder range(int from, int to) {
        if (from < 0 || to > MachineId.MAX || from > to) {
            throw new IllegalArgumentException("the range must be within 0 and %d and not empty, and is %d to %d"
                    .formatted(MachineId.MAX, from, to));
        }
        first = from;
        last = to;
        return this;
    }

    /**
     * How long a lease lasts without a renewal, 30 seconds by default: for as long a process goes on without the database, and for
     * as long the machine id of one that was killed is unusable.
     *
     * @throws IllegalArgumentException when it is not from one second to one hour
     */
    public MachineIdLeasesBuilder lease(Duration duration) {
        if (duration.compareTo(MIN_LEASE) < 0 || duration.compareTo(MAX_LEASE) > 0) {
            throw new IllegalArgumentException(
                    "the lease must be from %s to %s, not %s".formatted(MIN_LEASE, MAX_LEASE, duration));
        }
        lease = duration;
        return this;
    }

    /**
     * Who leases, for people who look at the table: the process's number by default.
     *
     * @throws IllegalArgumentException when it is longer than 200 characters
     */
    public MachineIdLeasesBuilder holder(String name) {
        if (name.length() > MAX_HOLDER) {
            throw new IllegalArgumentException(
                    "the holder must have at most %d characters, not %d".formatted(MAX_HOLDER, name.length()));
        }
        holder = name;
        return this;
    }

    /** The clock, the system's by default. It must be the one of the generator: time is reserved by it. */
    public MachineIdLeasesBuilder clock(InstantSource source) {
        clock = source;
        return this;
    }

    /** Told once when a renewal finds that the lease was taken over, on the scheduler's thread: nothing by default. */
    public MachineIdLeasesBuilder onLost(Consumer<MachineIdLease> listener) {
        onLost = listener;
        return this;
    }

    /**
     * Leases with these settings. Asks the database nothing.
     *
     * @throws IllegalStateException when there is no scheduler
     */
    public MachineIdLeases build() {
        if (scheduler == null) {
            throw new IllegalStateException("leases are renewed on a scheduler: give one with scheduler(...)");
        }
        MachineIdSettings settings = new MachineIdSettings(first, last, lease, holder, clock, scheduler, onLost);
        return new MachineIdLeases(settings, new MachineTable(dataSource, lease, settings.renewalInterval()));
    }
}
