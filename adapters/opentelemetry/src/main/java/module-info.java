/** Correlation ids beside OpenTelemetry. */
module io.counterfoil.opentelemetry {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.correlation;
    requires transitive io.opentelemetry.api;
    requires transitive io.opentelemetry.context;

    exports io.counterfoil.opentelemetry;
}
