package io.counterfoil.jdbc.batch;

import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;

class H2BatchesTest extends BatchesContract {

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
