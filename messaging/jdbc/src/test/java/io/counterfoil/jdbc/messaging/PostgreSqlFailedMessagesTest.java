package io.counterfoil.jdbc.messaging;

import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;

class PostgreSqlFailedMessagesTest extends FailedMessagesContract {

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
