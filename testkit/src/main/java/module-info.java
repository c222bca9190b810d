/** Test support that ships: contracts for stores, a settable clock, a faulty network, a real PostgreSQL. */
module io.counterfoil.testkit {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.idempotency;
    requires transitive java.sql;
    requires org.slf4j;

    // Needed by those alone who use the package that needs them: the contracts run on JUnit, TestPostgres on zonky's
    // binaries.
    requires static transitive org.junit.jupiter.api;
    requires static org.assertj.core;
    requires static embedded.postgres;
    requires static org.postgresql.jdbc;
    requires static java.naming;

    exports io.counterfoil.testkit.network;
    exports io.counterfoil.testkit.postgres;
    exports io.counterfoil.testkit.store;
    exports io.counterfoil.testkit.time;
}
