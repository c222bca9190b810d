package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where the tables are on a cluster, by each way to make them. */
@Tag("BM-1")
@SoakOnly("contracts")
class CitusSchemaTest {

    private final List<Database> nodes = TestCitus.freshDatabase();
    private final Database coordinator = nodes.get(0);

    @Test
    void everyNode_isRecognised() throws SQLException {
        for (Database node : nodes) {
            assertThat(Dialects.of(node.dataSource())).isEqualTo(CitusDialect.BY_KEY);
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
        JdbcSchema.create(coordinator.dataSource(), CitusDialect.BY_CLIENT);

        assertDistributedBy("client");
    }

    @Test
    void flyway_distributesThem() {
        Flyway.configure()
                .dataSource(coordinator.dataSource())
                .locations(JdbcSchema.migrations(CitusDialect.BY_KEY))
                .baselineOnMigrate(true)
                .load()
                .migrate();

        assertDistributedBy("request_id");
    }

    @Test
    void tablesOfOneNode_areRefused_untilTheyAreDistributed() {
        JdbcSchema.create(coordinator.dataSource(), Dialects.POSTGRESQL);
        Sql.run(coordinator.dataSource(), "INSERT INTO counterfoil_schema VALUES (0, 0)");

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(coordinator.dataSource()))
                .withMessageContaining("table counterfoil_record is on one node alone, and must be distributed")
                .withMessageContaining("sharded_by_key");

        JdbcSchema.create(coordinator.dataSource());

        assertDistributedBy("request_id");
        assertThat(Sql.texts(nodes.get(1).dataSource(), "SELECT version FROM counterfoil_schema ORDER BY 1"))
                .containsExactly("0", "1");
    }

    @Test
    void tablesThatAreDistributedTheOtherWay_areRefused() {
        JdbcSchema.create(coordinator.dataSource());

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.create(coordinator.dataSource(), CitusDialect.BY_CLIENT))
                .withMessageContaining("counterfoil_record is distributed by request_id, and must be by client")
                .withMessageContaining("alter_distributed_table");
        JdbcSchema.create(coordinator.dataSource(), CitusDialect.BY_KEY);

        assertDistributedBy("request_id");
    }

    @Test
    void tableThatWasDropped_isCreatedAndDistributed_inItsWayAlone() {
        JdbcSchema.create(coordinator.dataSource());
        for (String table : List.of("counterfoil_record", "counterfoil_schema")) {
            Sql.run(coordinator.dataSource(), "DROP TABLE " + table);

            JdbcSchema.create(coordinator.dataSource());

            assertDistributedBy("request_id");
        }
        Sql.run(coordinator.dataSource(), "DROP TABLE counterfoil_schema");
        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.create(coordinator.dataSource(), CitusDialect.BY_CLIENT))
                .withMessageContaining("counterfoil_record is distributed by request_id, and must be by client");
    }

    /** With the statement of that message. */
    @Test
    void tables_canChangeTheirDistribution() {
        JdbcSchema.create(coordinator.dataSource());
        Sql.run(
                coordinator.dataSource(),
                "SELECT alter_distributed_table('counterfoil_record', distribution_column := 'client', cascade_to_colocated := false)");

        JdbcSchema.create(coordinator.dataSource(), CitusDialect.BY_CLIENT);

        assertDistributedBy("client");
    }

    @Test
    void featureThatDistributesNoTables_isRefused() {
        TableSchema feature =
                new TableSchema(CitusSchemaTest.class, "/counterfoil-schema/notes/%1$s.sql", "counterfoil_note");

        assertThat(feature.script(Dialects.POSTGRESQL)).contains("counterfoil_note");
        assertThatIllegalStateException()
                .isThrownBy(() -> feature.create(coordinator.dataSource()))
                .withMessageContaining("counterfoil_note is not supported on PostgreSQL with Citus")
                .withMessageContaining(
                        "there is no /counterfoil-schema/notes/sharded.sql or /counterfoil-schema/notes/sharded_by_key.sql");
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
