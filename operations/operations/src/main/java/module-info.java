/** Long-running work that survives restarts, each step of it once. */
module io.counterfoil.operations {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.callbacks;
    requires transitive io.counterfoil.correlation;
    requires transitive io.counterfoil.entities;
    requires transitive io.counterfoil.idempotency;
    requires transitive io.counterfoil.jdbc;
    requires io.counterfoil.jdbc.entities;
    requires transitive java.sql;
    requires com.github.kagkarlsson.scheduler;
    requires org.slf4j;

    exports io.counterfoil.operations;
}
