package io.counterfoil.jdbc.messaging;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.testkit.soak.SoakOnly;
import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Each connection leads to the next node of a cluster. */
@Tag("BM-1")
@SoakOnly("contracts")
class CitusFailedMessagesTest extends FailedMessagesContract {

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.citus(CitusDialect.BY_KEY);
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }
}
