/** The journal of pending requests in a table. */
module io.counterfoil.jdbc.journal {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.jdbc;
    requires transitive io.counterfoil.retry;

    exports io.counterfoil.jdbc.journal;
}
