package io.counterfoil.jdbc.machine;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.schema.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Leases machine ids from PostgreSQL, so that no two live processes share one.
 *
 * <pre>{@code
 * MachineIdLeases leases = MachineIdLeases.builder(dataSource).scheduler(scheduler).build();
 * try (MachineIdLease machine = leases.acquire()) {
 *     Snowflake ids = Snowflake.builder().machine(machine).build();
 *     ...
 * }
 * }</pre>
 *
 * <p>Needs the table of {@link #SCHEMA}. A machine id is acquired once for each process, at its start, and returned at its
 * end; all of its threads share the one generator.
 *
 * <h2>How it holds</h2>
 *
 * <p>A row of the table has two limits, in two times, for two purposes.
 *
 * <ul>
 *   <li>{@code leased_until} is in the database's time. It says when another may take the machine id over, and decides about
 *       nothing else: however wrong it is, no id is made twice.
 *   <li>{@code reserved_until} is in the time of the ids' own timestamps, the holder's clock. It is written down before any id up
 *       to it is made, and the next holder begins above it. That alone keeps the ids of two holders apart, and {@link
 *       io.counterfoil.ids.snowflake.MachineId} says why.
 * </ul>
 *
 * <p>Every change of hands makes the row's token grow, and renewal and return name the token they were given: those of a holder
 * whose lease was taken over change nothing, and say so. Each step is one statement of its own, in a transaction of its own, on
 * a connection of its own, so that a process that is stopped anywhere leaves no row locked. Two who acquire at the same time skip
 * one another's rows; no caller waits, and nothing can deadlock.
 *
 * <p>Clocks need not agree. A holder's clock that is behind the database's, or steps, costs nothing. What a clock is ahead of the
 * database's by more than {@link #MAX_CLOCK_LEAD} is not reserved, because the next holder, whose clock is right, could not use
 * the machine id until then: with such a clock there is no lease, and no id.
 *
 * <p>Thread-safe. An acquisition takes three statements at most, on connections whose isolation is READ COMMITTED; where it is
 * another, it is set and set back.
 */
public final class MachineIdLeases {

    /** The table; its rows are inserted on demand: {@code SCHEMA.create(dataSource)}, or {@code SCHEMA.script(dialect)} for your own migrations. */
    public static final TableSchema SCHEMA =
            TableSchema.of(MachineIdLeases.class, "machine-ids", "counterfoil_machine");

    /** What a holder's clock may be ahead of the database's: ten seconds. */
    public static final Duration MAX_CLOCK_LEAD = Duration.ofSeconds(10);

    private final MachineIdSettings settings;
    private final MachineTable table;

    MachineIdLeases(MachineIdSettings settings, MachineTable table) {
        this.settings = settings;
        this.table = table;
    }

    /** Settings for leases from this database; every call takes a connection of it for a moment. */
    public static MachineIdLeasesBuilder builder(DataSource dataSource) {
        return new MachineIdLeasesBuilder(dataSource);
    }

    /**
     * Leases the machine id of the range that has been free for longest, and renews the lease from now on.
     *
     * @throws NoFreeMachineIdException when all are in use
     * @throws IllegalStateException when this machine's clock is ahead of the database's by more than {@link #MAX_CLOCK_LEAD}, or
     *     the scheduler takes no task. The machine id is returned before
     * @throws StoreException when the database is unreachable, or refuses. A machine id may then be leased without an owner, until its lease
     *     has expired
     */
    public MachineIdLease acquire() {
        long wallMillis = settings.clock().millis();
        MachineTable.Taken taken = take(wallMillis)
                .or(() -> {
                    table.seed(settings.first(), settings.last());
                    return take(wallMillis);
                })
                .orElseThrow(() -> new NoFreeMachineIdException(settings.first(), settings.last()));
        try {
            requireClock(wallMillis, taken.storeMillis());
            return MachineIdLease.start(taken, table, settings);
        } catch (RuntimeException refused) {
            giveBack(taken, refused);
            throw refused;
        }
    }

    private Optional<MachineTable.Taken> take(long wallMillis) {
        return table.take(settings.first(), settings.last(), settings.holder(), wallMillis);
    }

    private void giveBack(MachineTable.Taken unused, RuntimeException refused) {
        try {
            table.giveBack(unused.machineId(), unused.token(), unused.usedUntil());
        } catch (StoreException left) {
            refused.addSuppressed(left);
        }
    }

    private static void requireClock(long wallMillis, long storeMillis) {
        if (wallMillis - storeMillis > MAX_CLOCK_LEAD.toMillis()) {
            throw new IllegalStateException(
                    "this machine's clock is at %s, ahead of the database's, which is at %s, by more than %s: set it right"
                            .formatted(
                                    Instant.ofEpochMilli(wallMillis),
                                    Instant.ofEpochMilli(storeMillis),
                                    MAX_CLOCK_LEAD));
        }
    }
}
