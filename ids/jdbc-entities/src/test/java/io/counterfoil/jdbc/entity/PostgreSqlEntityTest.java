package io.counterfoil.jdbc.entity;

import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

class PostgreSqlEntityTest {

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.postgreSql();
    }

    @Nested
    class LoadingOrCreating extends LoadOrCreateContract {
        @Override
        protected TestedDatabase database() {
            return database;
        }
    }

    @Nested
    class Commanding extends EntityCommandsContract {
        @Override
        protected TestedDatabase database() {
            return database;
        }
    }

    @Nested
    class Creating extends CreationIdentifiersContract {
        @Override
        protected TestedDatabase database() {
            return database;
        }
    }
}
