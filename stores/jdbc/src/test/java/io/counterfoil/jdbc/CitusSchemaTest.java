package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** Where the tables are on a cluster, by each way to make them. */
class CitusSchemaTest {

    private final List<Database> nodes = TestCitus.freshDatabase();
    private final Database coordinator = nodes.get(0);

    @Test
    void everyNode_isRecognised() throws SQLException {
        for (Database node : nodes) {
            assertThat(SqlDialect.of(node.dataSource())).isSameAs(SqlDialect.CITUS);
        }
    }

    @Test
    void tables_areDistributedByTheKey_whenTheyAreCreated() {
        JdbcSchema.create(coordinator.dataSource());
        JdbcSchema.create(coordinator.dataSource());

        assertDistributedBy("request_id");
    }

    @Test
    void tables_areDistributedByTheClient_byChoice() {
        JdbcSchema.create(coordinator.dataSource(), SqlDialect.CITUS_BY_CLIENT);

        assertDistributedBy("client");
    }

    @Test
    void flyway_distributesThem() {
        Flyway.configure()
                .dataSource(coordinator.dataSource())
                .locations(JdbcSchema.migrations(SqlDialect.CITUS))
                .baselineOnMigrate(true)
                .load()
                .migrate();

        assertDistributedBy("request_id");
    }

    private void assertDistributedBy(String column) {
        assertThat(
                        Sql.texts(
                                coordinator.dataSource(),
                                "SELECT table_name || ' ' || citus_table_type || ' ' || distribution_column FROM citus_tables ORDER BY 1"))
                .containsExactly("counterfoil_record distributed " + column, "counterfoil_schema reference <none>");
        for (Database node : nodes) {
            assertThatCode(() -> JdbcSchema.verify(node.dataSource())).doesNotThrowAnyException();
        }
    }
}
