/** The outbox, and the attempts of messages, in tables. */
module io.counterfoil.jdbc.messaging {
    requires static transitive org.jspecify;
    requires io.counterfoil.ids;
    requires transitive io.counterfoil.jdbc;
    requires transitive io.counterfoil.messaging;

    exports io.counterfoil.jdbc.messaging;
}
