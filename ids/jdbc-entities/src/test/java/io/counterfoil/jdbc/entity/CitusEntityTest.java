package io.counterfoil.jdbc.entity;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.testkit.soak.SoakOnly;
import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

@Tag("BM-1")
@SoakOnly("contracts")
class CitusEntityTest {

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.citus(CitusDialect.BY_KEY);
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
