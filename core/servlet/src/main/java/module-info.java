/** Servlet filters: correlation and idempotency for any servlet container. */
module io.counterfoil.servlet {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.http;
    requires transitive jakarta.servlet;
    requires org.slf4j;

    exports io.counterfoil.servlet;
}
