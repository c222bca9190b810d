/** The pending requests of the HTTP client in a table. */
module io.counterfoil.jdbc.journal {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.http.client;
    requires transitive io.counterfoil.jdbc;

    exports io.counterfoil.jdbc.journal;
}
