package io.counterfoil.jdbc.messaging;

import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;

class PostgreSqlMessagingTablesTest extends MessagingTablesContract {

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.postgreSql();
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }
}
