package io.counterfoil.jdbc.reference;

import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;

class MariaDbReferencesTest extends ReferencesContract {

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
