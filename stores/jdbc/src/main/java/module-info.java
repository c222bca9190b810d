/** Claims and records in a relational database, in the caller's own transaction. */
module io.counterfoil.jdbc {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.entities;
    requires transitive io.counterfoil.idempotency;
    requires transitive io.counterfoil.ids;
    requires transitive java.sql;
    // For io.counterfoil.jdbc.correlation alone.
    requires static transitive io.counterfoil.correlation;
    // For io.counterfoil.jdbc.journal alone.
    requires static transitive io.counterfoil.http.client;
    // For io.counterfoil.jdbc.messaging alone, and not transitive: who uses that package requires this module for
    // itself.
    requires static io.counterfoil.messaging;

    exports io.counterfoil.jdbc;
    exports io.counterfoil.jdbc.batch;
    exports io.counterfoil.jdbc.correlation;
    exports io.counterfoil.jdbc.dialect;
    exports io.counterfoil.jdbc.entity;
    exports io.counterfoil.jdbc.ids;
    exports io.counterfoil.jdbc.insert;
    exports io.counterfoil.jdbc.journal;
    exports io.counterfoil.jdbc.machine;
    exports io.counterfoil.jdbc.messaging;
    exports io.counterfoil.jdbc.reference;
    exports io.counterfoil.jdbc.schema;
}
