/** The data keys of a subsidy system, for clients of the ledger. */
module io.counterfoil.ledger.keys {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.idempotency;

    exports io.counterfoil.ledger.keys;
}
