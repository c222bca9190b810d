package io.counterfoil.jdbc.reference;

import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;

class H2ReferencesTest extends ReferencesContract {

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
