package io.counterfoil.jdbc.batch;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.testkit.tables.TestedDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@Tag("BM-1")
class CitusBatchesTest {

    @Nested
    class ByKey extends BatchesContract {

        private static TestedDatabase database;

        @BeforeAll
        static void freshDatabase() {
            database = TestedDatabase.citus(SqlDialect.CITUS);
        }

        @Override
        protected TestedDatabase database() {
            return database;
        }
    }

    @Nested
    @EnabledIfSystemProperty(
            named = "soak.contracts",
            matches = "\\d+",
            disabledReason = "a part of ./soak citus alone")
    class ByClient extends BatchesContract {

        private static TestedDatabase database;

        @BeforeAll
        static void freshDatabase() {
            database = TestedDatabase.citus(SqlDialect.CITUS_BY_CLIENT);
        }

        @Override
        protected TestedDatabase database() {
            return database;
        }
    }
}
