/** The retrying HTTP client: one request ID per request, in a journal until it is answered. */
module io.counterfoil.http.client {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.http;
    requires transitive io.counterfoil.idempotency;
    requires transitive io.counterfoil.retry;
    requires transitive io.counterfoil.correlation;
    requires transitive java.net.http;
    requires io.counterfoil.ids;
    requires org.slf4j;

    exports io.counterfoil.http.client;
    exports io.counterfoil.http.client.retry;
}
