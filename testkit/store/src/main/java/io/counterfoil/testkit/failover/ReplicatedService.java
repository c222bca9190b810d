package io.counterfoil.testkit.failover;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.LeasePolicy;

/** One process that uses the store, with connections of its own. Thread-safe. */
public interface ReplicatedService {

    /**
     * {@return an engine in transactional mode, the same at each call}
     *
     * @throws UnsupportedOperationException if the store has no transactions
     */
    Idempotency transactional();

    /**
     * {@return an engine in lease mode, a new one at each call}
     *
     * @param policy of the engine's leases
     * @throws UnsupportedOperationException if the store has no leases
     */
    Idempotency lease(LeasePolicy policy);

    /**
     * Adds one effect of an intention, within the transaction of {@link #transactional}. The store must accept a second one of the same intention:
     * that is what the audit counts.
     *
     * @param intention the key of the intention
     * @throws Exception when it could not be written; the transaction is rolled back
     */
    void effect(String intention) throws Exception;
}
