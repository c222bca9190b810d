package io.counterfoil.jdbc.machine;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.ids.snowflake.MachineId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

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
public final class MachineIdLease implements MachineId, AutoCloseable {

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

    private static final Logger LOG = System.getLogger(MachineIdLease.class.getName());

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

    private MachineIdLease(MachineTable.Taken taken, MachineTable table, MachineIdSettings settings) {
        this.table = table;
        this.settings = settings;
        this.value = taken.machineId();
        this.token = taken.token();
        this.usedUntil = taken.usedUntil();
        this.lastMillis = taken.reservedUntil();
    }

    static MachineIdLease start(MachineTable.Taken taken, MachineTable table, MachineIdSettings settings) {
        MachineIdLease lease = new MachineIdLease(taken, table, settings);
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

    /** The fencing token: greater than that of every holder of this machine id before. */
    public long token() {
        return token;
    }

    /** How the lease is, as far as this process knows. */
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

    /** As {@link #release}, and just as often as one likes. */
    @Override
    public void close() {
        release();
    }

    /** For messages and logs. */
    @Override
    public String toString() {
        return "leased machine id %d (token %d, %s)".formatted(value, token, state);
    }

    private boolean isOver() {
        return state == State.LOST || state == State.CLOSED;
    }

    private void tryRenew() {
        try {
            OptionalLong reserved = table.renew(value, token, settings.clock().millis());
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
