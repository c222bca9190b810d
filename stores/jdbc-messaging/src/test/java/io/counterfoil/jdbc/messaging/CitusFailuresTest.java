package io.counterfoil.jdbc.messaging;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;

/** Each connection leads to the next node of a cluster. */
class CitusFailuresTest extends FailuresContract {

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.citus(SqlDialect.CITUS);
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }
}
