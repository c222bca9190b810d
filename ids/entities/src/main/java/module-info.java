/** Creation and command idempotency: the command IDs an entity remembers, and the names that clients know entities and batches by. */
module io.counterfoil.entities {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.ids;

    exports io.counterfoil.entities;
}
