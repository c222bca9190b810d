/** Machine IDs for Snowflake identifiers, leased in a table. */
module io.counterfoil.jdbc.machine {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.ids;
    requires transitive io.counterfoil.jdbc;

    exports io.counterfoil.jdbc.machine;
}
