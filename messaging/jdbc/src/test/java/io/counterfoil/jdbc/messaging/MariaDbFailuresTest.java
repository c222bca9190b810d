package io.counterfoil.jdbc.messaging;

import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;

class MariaDbFailuresTest extends FailuresContract {

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
