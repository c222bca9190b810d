/** HTTP semantics of idempotency on a neutral exchange, and the retrying client. */
module io.counterfoil.http {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.idempotency;
    requires transitive io.counterfoil.correlation;
    requires transitive java.net.http;
    requires io.counterfoil.ids;
    requires org.slf4j;

    exports io.counterfoil.http;
    exports io.counterfoil.http.client;
}
