package io.counterfoil.jdbc.batch;

import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;

class MariaDbBatchesTest extends BatchesContract {

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
