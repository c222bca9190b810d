package io.counterfoil.jdbc.messaging;

import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;

class H2FailedMessagesTest extends FailedMessagesContract {

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.h2();
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }
}
