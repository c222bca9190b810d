package io.counterfoil.testkit.failover;

/** How the intentions are executed. */
public enum LoadMode {
    /** Effect and record in one transaction of the store. */
    TRANSACTIONAL,
    /** The effect in another system that rejects old tokens; a resolver asks that system after a take-over. */
    LEASE_WITH_RESOLVER,
    /** The same without a resolver: an execution whose lease expires has an unknown outcome. */
    LEASE
}
