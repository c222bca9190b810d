/** Servlet filters: correlation and idempotency for any servlet container. */
module io.counterfoil.servlet {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.http;
    requires transitive jakarta.servlet;

    exports io.counterfoil.servlet;
}
