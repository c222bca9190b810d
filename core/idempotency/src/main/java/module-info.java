/** The deduplication engine: keys, claims, records, and the SPI that stores implement. */
module io.counterfoil.idempotency {
    requires static transitive org.jspecify;

    exports io.counterfoil.idempotency;
    exports io.counterfoil.idempotency.concurrent;
    exports io.counterfoil.idempotency.maintenance;
    exports io.counterfoil.idempotency.event;
    exports io.counterfoil.idempotency.result;
    exports io.counterfoil.idempotency.policy;
    exports io.counterfoil.idempotency.key;
    exports io.counterfoil.idempotency.store;
    exports io.counterfoil.idempotency.directory;
    exports io.counterfoil.idempotency.memory;
}
