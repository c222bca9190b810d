/** Correlation IDs as the database sees them. */
module io.counterfoil.jdbc.correlation {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.correlation;
    requires transitive java.sql;

    exports io.counterfoil.jdbc.correlation;
}
