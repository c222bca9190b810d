/** Claims and records in a relational database, in the caller's own transaction. */
module io.counterfoil.jdbc {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.idempotency;
    requires transitive java.sql;

    uses io.counterfoil.jdbc.dialect.SqlDialect;

    exports io.counterfoil.jdbc;
    exports io.counterfoil.jdbc.database;
    exports io.counterfoil.jdbc.dialect;
    exports io.counterfoil.jdbc.locks;
    exports io.counterfoil.jdbc.purge;
    exports io.counterfoil.jdbc.row;
    exports io.counterfoil.jdbc.schema;
    exports io.counterfoil.jdbc.transaction;
}
