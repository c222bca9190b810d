package io.counterfoil.testkit.http;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import java.time.Clock;
import java.time.Duration;

/**
 * The store of records and the location of effects, which determine the mode of execution. Every scenario runs on every
 * backend. Thread-safe.
 * <pre>{@code
 * JdbcClaimStore store = JdbcClaimStore.on(pool);
 * return Backend.transactional(store, Effects.inTransaction(store::connection, pool));
 * }</pre>
 */
public abstract class Backend {

    /** Longer than any test, so that no scenario passes because a lease has expired. */
    private static final LeasePolicy LEASES = new LeasePolicy(Duration.ofHours(1), OnExpiry.UNKNOWN);

    private final boolean transactional;
    private final Effects effects;

    private Backend(boolean transactional, Effects effects) {
        this.transactional = transactional;
        this.effects = effects;
    }

    /**
     * {@return a backend in transactional mode; effects are part of the store's transaction}
     *
     * @param store the store that the adapter's engine uses
     * @param effects recorded in the transactions of the store
     */
    public static Backend transactional(ClaimStore store, Effects effects) {
        return new Transactional(store, effects);
    }

    /**
     * {@return a backend in lease mode with external effects; an expired lease leaves the outcome unknown}
     *
     * @param store the store that the adapter's engine uses
     * @param effects recorded outside of transactions
     */
    public static Backend leases(LeaseStore store, Effects effects) {
        return new Leases(store, effects);
    }

    /** {@return a backend in transactional mode in memory; effects are rolled back with their unit of work} */
    public static Backend transactionalInMemory() {
        MemoryEffects effects = new MemoryEffects();
        return transactional(effects.joining(new InMemoryStore(Clock.systemUTC())), effects);
    }

    /** {@return a backend in lease mode in memory} */
    public static Backend leasesInMemory() {
        return leases(new InMemoryStore(Clock.systemUTC()), new MemoryEffects());
    }

    /** {@return whether the effects of a handler are rolled back when it fails} */
    public boolean isTransactional() {
        return transactional;
    }

    /** {@return the record of the handlers' effects} */
    public Effects effects() {
        return effects;
    }

    /** An engine on the store. */
    abstract Idempotency engine();

    /** An engine on an unreachable store. */
    abstract Idempotency engineWithoutStore();

    /** An engine whose store fails when a result is to be recorded, so that nothing of the unit is kept. */
    abstract Idempotency engineThatFailsAtCompletion();

    private static final class Transactional extends Backend {

        private final ClaimStore store;

        Transactional(ClaimStore store, Effects effects) {
            super(true, effects);
            this.store = store;
        }

        @Override
        Idempotency engine() {
            return Idempotency.on(store);
        }

        @Override
        Idempotency engineWithoutStore() {
            return Idempotency.on(StoreFaults.unreachable(ClaimStore.class));
        }

        @Override
        Idempotency engineThatFailsAtCompletion() {
            return Idempotency.on(StoreFaults.failingAtCompletion(store));
        }
    }

    private static final class Leases extends Backend {

        private final LeaseStore store;

        Leases(LeaseStore store, Effects effects) {
            super(false, effects);
            this.store = store;
        }

        @Override
        Idempotency engine() {
            return Idempotency.on(store, LEASES);
        }

        @Override
        Idempotency engineWithoutStore() {
            return Idempotency.on(StoreFaults.unreachable(LeaseStore.class), LEASES);
        }

        @Override
        Idempotency engineThatFailsAtCompletion() {
            return Idempotency.on(StoreFaults.failing(LeaseStore.class, store, "complete"), LEASES);
        }
    }
}
