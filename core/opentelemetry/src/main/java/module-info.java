/** Correlation IDs, replays and attempts on OpenTelemetry's spans. */
module io.counterfoil.opentelemetry {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.correlation;
    requires static transitive io.counterfoil.idempotency;
    requires static transitive io.counterfoil.http.client;
    requires transitive io.opentelemetry.api;
    requires transitive io.opentelemetry.context;
    requires static transitive io.opentelemetry.sdk.trace;

    exports io.counterfoil.opentelemetry;
}
