package io.counterfoil.jdbc.machine;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.ids.snowflake.MachineId;
import io.counterfoil.jdbc.schema.TableSchema;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Leases machine ids from PostgreSQL, so that no two live processes share one.
 *
 * <pre>{@code
 * MachineIdLeases leases = MachineIdLeases.builder(dataSource).scheduler(scheduler).build();
 * try (MachineIdLeases.Lease machine = leases.acquire()) {
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
 *   <li>{@code leased_until} is in the database's time. After it another process may take the machine id over; it decides about
 *       nothing else: however wrong it is, no id is made twice.
 *   <li>{@code reserved_until} is in the time of the ids' own timestamps, the holder's clock. It is written down before any id up
 *       to it is made, and the next holder begins above it. That alone keeps the ids of two holders apart, and {@link
 *       io.counterfoil.ids.snowflake.MachineId} explains why.
 * </ul>
 *
 * <p>Every change of the holder increments the row's token, and renewal and return carry the token that they were
 * given: those of a holder whose lease was taken over change nothing, and say so. Each step is one statement of its
 * own, in a transaction of its own, on a connection of its own, so that a process that is stopped anywhere leaves no
 * row locked. Two who acquire at the same time skip one another's rows; no caller waits, and nothing can deadlock.
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

    /**
     * {@return a builder of leases from this database}
     *
     * @param dataSource the pool; every call takes a connection of it for a moment
     */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /**
     * Leases the machine id of the range that has been free for longest, and renews the lease from now on.
     *
     * @return the lease, to be closed when the process stops
     * @throws NoFreeMachineIdException when all are in use
     * @throws IllegalStateException when this machine's clock is ahead of the database's by more than {@link #MAX_CLOCK_LEAD}, or the
     *     scheduler takes no task. The machine id is returned before
     * @throws StoreException when the database is unreachable, or refuses. A machine id may then be leased without an owner, until its
     *     lease has expired
     */
    public Lease acquire() {
        long wallMillis = settings.clock().millis();
        MachineTable.Taken taken = take(wallMillis)
                .or(() -> {
                    table.seed(settings.first(), settings.last());
                    return take(wallMillis);
                })
                .orElseThrow(() -> new NoFreeMachineIdException(settings.first(), settings.last()));
        try {
            requireClock(wallMillis, taken.storeMillis());
            return Lease.start(taken, table, settings);
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
                    "this machine's clock, %s, is ahead of the database's, %s, by more than %s: synchronize it"
                            .formatted(
                                    Instant.ofEpochMilli(wallMillis),
                                    Instant.ofEpochMilli(storeMillis),
                                    MAX_CLOCK_LEAD));
        }
    }

    /** Settings of {@link MachineIdLeases}. For one thread; a scheduler is needed, all else has a default. */
    public static final class Builder {

        private static final Duration MIN_LEASE = Duration.ofSeconds(1);
        private static final Duration MAX_LEASE = Duration.ofHours(1);
        private static final int MAX_HOLDER = 200;

        private final DataSource dataSource;
        private int first = 0;
        private int last = MachineId.MAX;
        private Duration lease = Duration.ofSeconds(30);
        private String holder = "process " + ProcessHandle.current().pid();
        private InstantSource clock = InstantSource.system();
        private Consumer<Lease> onLost = lost -> {};
        private @Nullable ScheduledExecutorService scheduler;

        Builder(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        /**
         * Where leases are renewed, three times within their duration.
         *
         * @param executor remains the caller's to shut down; a renewal blocks its thread until the database responds, and for a third of
         *     the lease at most once the connection is there
         * @return this builder
         */
        public Builder scheduler(ScheduledExecutorService executor) {
            scheduler = executor;
            return this;
        }

        /**
         * The machine ids to choose from, both inclusive: all from 0 to 1023 by default. Different ranges of one table may overlap.
         *
         * @param from the first machine id, inclusive
         * @param to the last machine id, inclusive
         * @return this builder
         * @throws IllegalArgumentException when they are not in this order, from 0 to 1023
         */
        public Builder range(int from, int to) {
            if (from < 0 || to > MachineId.MAX || from > to) {
                throw new IllegalArgumentException("the range must be within 0 and %s and not empty, and is %s to %s"
                        .formatted(MachineId.MAX, from, to));
            }
            first = from;
            last = to;
            return this;
        }

        /**
         * How long a lease lasts without a renewal, 30 seconds by default: for as long a process continues without the database, and for
         * as long the machine id of one that was killed is unusable.
         *
         * @param duration one second to one hour
         * @return this builder
         * @throws IllegalArgumentException when it is not from one second to one hour
         */
        public Builder lease(Duration duration) {
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
         * @param name at most 200 characters
         * @return this builder
         * @throws IllegalArgumentException when it is longer than 200 characters
         */
        public Builder holder(String name) {
            if (name.length() > MAX_HOLDER) {
                throw new IllegalArgumentException(
                        "the holder must have at most %s characters, not %s".formatted(MAX_HOLDER, name.length()));
            }
            holder = name;
            return this;
        }

        /**
         * The clock, the system's by default.
         *
         * @param source the one of the generator: time is reserved by it
         * @return this builder
         */
        public Builder clock(InstantSource source) {
            clock = source;
            return this;
        }

        /**
         * A listener for the loss of a lease: called once when a renewal finds that the lease was taken over, on the scheduler's thread.
         * Default: does nothing.
         *
         * @param listener gets the lost lease
         * @return this builder
         */
        public Builder onLost(Consumer<Lease> listener) {
            onLost = listener;
            return this;
        }

        /**
         * {@return leases with these settings} Does not use the database.
         *
         * @throws IllegalStateException when there is no scheduler
         */
        public MachineIdLeases build() {
            if (scheduler == null) {
                throw new IllegalStateException("a scheduler is required for renewing leases: set scheduler(...)");
            }
            MachineIdSettings settings = new MachineIdSettings(first, last, lease, holder, clock, scheduler, onLost);
            return new MachineIdLeases(settings, new MachineTable(dataSource, lease, settings.renewalInterval()));
        }
    }

    /**
     * A machine id that is this process's own until {@link #lastMillis}, which moves on with every renewal. It serves one generator.
     *
     * <p>When renewals fail, the generator continues until {@link #lastMillis}, and throws from then on; it recovers when a renewal
     * succeeds, which it does for as long as no other process has taken the machine id over. A lease that was taken over is lost for good:
     * the process has to acquire another and build another generator, because ids with another machine id are in no order with those
     * before. Nothing does so in silence.
     *
     * <p>{@link #close} returns the machine id, for another to use at once. Thread-safe.
     */
    public static final class Lease implements MachineId, AutoCloseable {

        /** How a lease is. */
        public enum State {
            /** The latest renewal succeeded. */
            HELD,
            /** The latest renewal failed. The next may succeed. */
            UNRENEWED,
            /** Another has taken it over. It stays so. */
            LOST,
            /** It was closed. It stays so. */
            CLOSED
        }

        private static final Logger LOG = System.getLogger("io.counterfoil.jdbc.machine.MachineIdLease");

        private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

        private final ReentrantLock lock = new ReentrantLock();
        private final MachineTable table;
        private final MachineIdSettings settings;
        private final int value;
        private final long token;
        private final long usedUntil;
        private volatile long lastMillis;
        private volatile State state = State.HELD;
        private @Nullable Generator generator;
        private @Nullable Future<?> renewals;

        private Lease(MachineTable.Taken taken, MachineTable table, MachineIdSettings settings) {
            this.table = table;
            this.settings = settings;
            this.value = taken.machineId();
            this.token = taken.token();
            this.usedUntil = taken.usedUntil();
            this.lastMillis = taken.reservedUntil();
        }

        static Lease start(MachineTable.Taken taken, MachineTable table, MachineIdSettings settings) {
            Lease lease = new Lease(taken, table, settings);
            long interval = settings.renewalInterval().toMillis();
            lease.lock.lock();
            try {
                lease.renewals = settings.scheduler()
                        .scheduleWithFixedDelay(lease::renew, interval, interval, TimeUnit.MILLISECONDS);
            } finally {
                lease.lock.unlock();
            }
            LOG.log(Level.INFO, "acquired {0}", lease);
            return lease;
        }

        @Override
        public int value() {
            return value;
        }

        @Override
        public long firstMillis() {
            return usedUntil + 1;
        }

        @Override
        public long lastMillis() {
            return lastMillis;
        }

        /** {@return the fencing token: greater than that of every earlier holder of this machine id} */
        public long token() {
            return token;
        }

        /** {@return the state of the lease, as far as this process knows} */
        public State state() {
            return state;
        }

        /**
         * {@inheritDoc}
         *
         * @throws IllegalStateException when a generator uses it already, or when it is lost or closed
         */
        @Override
        public void bind(Generator user) {
            lock.lock();
            try {
                if (isOver()) {
                    throw new IllegalStateException(this + " cannot be used by a new generator");
                }
                if (generator != null) {
                    throw new IllegalStateException(this + " is in use by a generator: share it,"
                            + " because two generators would make the same IDs");
                }
                generator = user;
            } finally {
                lock.unlock();
            }
        }

        /**
         * Renews it now. The scheduler does so by itself; this is for those who know that the database is back. Never throws: a failure
         * is logged, once until a renewal succeeds again.
         *
         * @return how the lease is now
         */
        public State renew() {
            boolean lostNow = false;
            lock.lock();
            try {
                if (!isOver()) {
                    tryRenew();
                    lostNow = state == State.LOST;
                }
            } finally {
                lock.unlock();
            }
            if (lostNow) {
                tellLost();
            }
            return state;
        }

        /**
         * Stops the generator, for good, and returns the machine id together with the last millisecond that was used; another can acquire
         * it at once.
         *
         * @return true when it was returned; false when it was lost or closed before, and nothing in the database changed
         * @throws StoreException when the database is unreachable, or refuses. The generator is stopped all the same, and the machine id
         *     is free when its lease has expired
         */
        public boolean release() {
            lock.lock();
            try {
                endRenewals();
                long lastUsed = generator == null ? usedUntil : generator.stop();
                if (isOver()) {
                    return false;
                }
                state = State.CLOSED;
                if (table.giveBack(value, token, lastUsed)) {
                    LOG.log(Level.INFO, "returned {0}, used until {1}", this, Instant.ofEpochMilli(lastUsed));
                    return true;
                }
                state = State.LOST;
                LOG.log(Level.WARNING, "{0} was taken over before it was returned", this);
                return false;
            } finally {
                lock.unlock();
            }
        }

        /**
         * As {@link #release}, for a process that stops: waits for five seconds at most, and logs a failure. Where the database has gone, the
         * machine id is free when its lease has expired. A second call does nothing.
         */
        @Override
        public void close() {
            Thread thread = DaemonThreads.thread("counterfoil-machine-id", this::tryRelease);
            thread.start();
            try {
                thread.join(CLOSE_LIMIT.toMillis());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private void tryRelease() {
            try {
                release();
            } catch (RuntimeException failure) {
                LOG.log(
                        Level.WARNING,
                        () -> this + " was not returned: it is free when its lease has expired",
                        failure);
            }
        }

        /** For messages and logs. */
        @Override
        public String toString() {
            return "leased machine id %s (token %s, %s)".formatted(value, token, state);
        }

        private boolean isOver() {
            return state == State.LOST || state == State.CLOSED;
        }

        private void tryRenew() {
            try {
                OptionalLong reserved =
                        table.renew(value, token, settings.clock().millis());
                if (reserved.isPresent()) {
                    if (state == State.UNRENEWED) {
                        LOG.log(Level.INFO, "{0} is renewed again", this);
                    }
                    lastMillis = reserved.getAsLong();
                    state = State.HELD;
                } else {
                    state = State.LOST;
                    endRenewals();
                    LOG.log(
                            Level.ERROR,
                            "{0} was taken over: its generator generates no ID after {1}",
                            this,
                            lastInstant());
                }
            } catch (RuntimeException failure) {
                if (state != State.UNRENEWED) {
                    state = State.UNRENEWED;
                    LOG.log(
                            Level.WARNING,
                            () -> "%s was not renewed: without a renewal its generator generates no ID after %s"
                                    .formatted(this, lastInstant()),
                            failure);
                }
            }
        }

        private void endRenewals() {
            if (renewals != null) {
                renewals.cancel(false);
            }
        }

        private void tellLost() {
            try {
                settings.onLost().accept(this);
            } catch (RuntimeException failure) {
                LOG.log(Level.ERROR, () -> "the listener of " + this + " failed", failure);
            }
        }

        private Instant lastInstant() {
            return Instant.ofEpochMilli(lastMillis);
        }
    }
}
