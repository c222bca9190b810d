/** Correlation ids: the value, the current scope, the MDC. Depends on SLF4J's API. */
module io.counterfoil.correlation {
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports io.counterfoil.correlation;
}
