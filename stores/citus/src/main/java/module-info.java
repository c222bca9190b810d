/** Claims, leases and records on PostgreSQL with Citus. */
module io.counterfoil.citus {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.jdbc;

    provides io.counterfoil.jdbc.dialect.SqlDialect with
            io.counterfoil.citus.CitusDialect;

    exports io.counterfoil.citus;
}
