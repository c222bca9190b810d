/** What senders that retry have in common, whatever the transport: their policy, and a journal of pending requests. */
module io.counterfoil.retry {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.idempotency;
    requires org.slf4j;

    exports io.counterfoil.retry;
    exports io.counterfoil.retry.journal;
}
