package io.counterfoil.jdbc.reference;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.testkit.soak.SoakOnly;
import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

@Tag("BM-1")
@SoakOnly("contracts")
class CitusReferencesTest {

    @Nested
    class ByKey extends ReferencesContract {

        private static TestedDatabase database;

        @BeforeAll
        static void freshDatabase() {
            database = TestedDatabase.citus(CitusDialect.BY_KEY);
        }

        @Override
        protected TestedDatabase database() {
            return database;
        }
    }

    @Nested
    class ByClient extends ReferencesContract {

        private static TestedDatabase database;

        @BeforeAll
        static void freshDatabase() {
            database = TestedDatabase.citus(CitusDialect.BY_CLIENT);
        }

        @Override
        protected TestedDatabase database() {
            return database;
        }
    }
}
