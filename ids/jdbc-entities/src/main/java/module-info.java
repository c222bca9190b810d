/** Entities that remember their commands, reference IDs, batches, inserts that can be repeated, and typed ids, in tables. */
module io.counterfoil.jdbc.entities {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.entities;
    requires transitive io.counterfoil.ids;
    requires transitive io.counterfoil.jdbc;

    exports io.counterfoil.jdbc.batch;
    exports io.counterfoil.jdbc.entity;
    exports io.counterfoil.jdbc.ids;
    exports io.counterfoil.jdbc.insert;
    exports io.counterfoil.jdbc.reference;
}
