/** Inbox and outbox: messages that are processed once, and published once their transaction has committed. */
module io.counterfoil.messaging {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.idempotency;
    requires transitive io.counterfoil.correlation;
    requires java.sql;
    requires org.slf4j;

    exports io.counterfoil.messaging;
    exports io.counterfoil.messaging.deadletter;
    exports io.counterfoil.messaging.inbox;
    exports io.counterfoil.messaging.outbox;
}
