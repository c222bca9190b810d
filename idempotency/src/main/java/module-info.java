/** The deduplication engine: keys, claims, records, and the SPI that stores implement. */
module io.counterfoil.idempotency {
    requires static transitive org.jspecify;

    exports io.counterfoil.idempotency;
    exports io.counterfoil.idempotency.key;
    exports io.counterfoil.idempotency.store;
}
