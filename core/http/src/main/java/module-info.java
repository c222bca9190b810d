/** HTTP semantics of idempotency on a neutral exchange. */
module io.counterfoil.http {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.idempotency;
    requires transitive io.counterfoil.correlation;
    requires transitive java.net.http;
    requires org.slf4j;

    exports io.counterfoil.http;
    exports io.counterfoil.http.message;
    exports io.counterfoil.http.request;
    exports io.counterfoil.http.response;
}
