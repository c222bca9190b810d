package io.counterfoil.jdbc.messaging;

import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;

class MariaDbFailedMessagesTest extends FailedMessagesContract {

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.mariaDb();
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }
}
