/** Commands over a broker, executed once and answered always. */
module io.counterfoil.messaging {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.idempotency;
    requires transitive io.counterfoil.correlation;
    // For io.counterfoil.messaging.caller alone.
    requires static transitive io.counterfoil.http.client;
    requires tools.jackson.core;
    requires org.slf4j;

    exports io.counterfoil.messaging;
    exports io.counterfoil.messaging.caller;
    exports io.counterfoil.messaging.envelope;
    exports io.counterfoil.messaging.inbox;
    exports io.counterfoil.messaging.outbox;
}
