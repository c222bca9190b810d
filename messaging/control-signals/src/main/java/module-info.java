/** Control signals: commands over a broker that are executed once and always answered with an outcome. */
module io.counterfoil.signals {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.messaging;
    requires transitive io.counterfoil.retry;
    requires tools.jackson.core;
    requires org.slf4j;

    exports io.counterfoil.signals;
    exports io.counterfoil.signals.caller;
    exports io.counterfoil.signals.envelope;
    exports io.counterfoil.signals.receiver;
}
