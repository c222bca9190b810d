/** Correlation ids beside OpenTelemetry. */
module io.counterfoil.opentelemetry {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.correlation;
    requires transitive io.opentelemetry.api;
    requires transitive io.opentelemetry.context;
    requires static transitive io.opentelemetry.sdk.trace;

    exports io.counterfoil.opentelemetry;
}
