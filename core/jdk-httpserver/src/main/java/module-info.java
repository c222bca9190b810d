/** Keyed requests on the JDK's own HTTP server. */
module io.counterfoil.httpserver {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.http;
    requires transitive jdk.httpserver;

    exports io.counterfoil.httpserver;
}
