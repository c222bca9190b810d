package io.counterfoil.testkit.http;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.InMemoryStore;
import io.counterfoil.idempotency.store.LeaseStore;
import java.time.Clock;

/**
 * Where records and effects live, and so in which mode requests are executed. Every scenario runs on every backend. Thread-safe.
 *
 * <pre>{@code
 * JdbcClaimStore store = JdbcClaimStore.on(pool);
 * return Backend.transactional(store, Effects.inTransaction(store::connection, pool));
 * }</pre>
 */
public abstract class Backend {

    private final boolean transactional;
    private final Effects effects;

    private Backend(boolean transactional, Effects effects) {
        this.transactional = transactional;
        this.effects = effects;
    }

    /** Transactional mode on this store; the effects happen in its transaction. */
    public static Backend transactional(ClaimStore store, Effects effects) {
        return new Transactional(store, effects);
    }

    /** Lease mode on this store, where a lease that ran out leaves its outcome unknown; the effects happen elsewhere. */
    public static Backend leases(LeaseStore store, Effects effects) {
        return new Leases(store, effects);
    }

    /** Transactional mode in memory, with effects that are undone where their unit of work is. */
    public static Backend transactionalInMemory() {
        MemoryEffects effects = new MemoryEffects();
        return transactional(effects.joining(new InMemoryStore(Clock.systemUTC())), effects);
    }

    /** Lease mode in memory. */
    public static Backend leasesInMemory() {
        return leases(new InMemoryStore(Clock.systemUTC()), new MemoryEffects());
    }

    /** Whether the work that a handler did is undone when it fails. */
    public boolean isTransactional() {
        return transactional;
    }

    /** Where a handler's work takes effect. */
    public Effects effects() {
        return effects;
    }

    /** An engine on the store. */
    abstract Idempotency engine();

    /** An engine on a store that cannot be reached. */
    abstract Idempotency engineWithoutStore();

    /** An engine whose store breaks off when it is told to keep the answer: nothing of the unit is kept then. */
    abstract Idempotency engineThatFailsAtTheEnd();

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
        Idempotency engineThatFailsAtTheEnd() {
            return Idempotency.on(StoreFaults.failingAtTheEnd(store));
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
            return Idempotency.on(store, LeasePolicy.DEFAULT);
        }

        @Override
        Idempotency engineWithoutStore() {
            return Idempotency.on(StoreFaults.unreachable(LeaseStore.class), LeasePolicy.DEFAULT);
        }

        @Override
        Idempotency engineThatFailsAtTheEnd() {
            return Idempotency.on(StoreFaults.failing(LeaseStore.class, store, "complete"), LeasePolicy.DEFAULT);
        }
    }
}
