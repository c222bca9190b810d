package io.counterfoil.idempotency.policy;

/**
 * What happens at the first claim of a key. A store that loses acknowledged writes, for example in a fail-over to an asynchronous standby,
 * may have lost an earlier claim, whose effect stands.
 */
public enum FirstClaim {
    /** The request is executed, if nothing is known against the store; a store that may lose acknowledged writes is rejected. */
    CHECK_STORE,
    /**
     * The request is executed, whatever the store's settings: the effect takes place twice if the store loses the record. For tests, and for
     * replication that keeps acknowledged writes and does not show in the settings.
     */
    TRUST_STORE,
    /** The {@code OutcomeResolver} decides, as after an expired lease: one look-up more for each request. Work without a resolver is rejected. */
    ASK_RESOLVER
}
