/** Signed callbacks to targets that others name, guarded against server-side request forgery. */
module io.counterfoil.callbacks {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.http.client;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires org.slf4j;

    exports io.counterfoil.callbacks;
}
