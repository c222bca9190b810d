package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.SQLException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What can be seen of the dialect without a cluster. */
@Tag("BM-1")
class CitusDialectTest {

    @Test
    void databaseWithTheExtension_isRecognised_byTheProvider() throws SQLException {
        DataSource node =
                LookAlike.withExtension(TestPostgres.freshDatabase(), "citus").dataSource();

        assertThat(Dialects.of(node)).isEqualTo(CitusDialect.BY_KEY).isNotEqualTo(CitusDialect.BY_CLIENT);
        assertThat(Dialects.of(TestPostgres.freshDatabase().dataSource())).isSameAs(Dialects.POSTGRESQL);
    }

    @Test
    void scripts_areThoseOfPostgreSql_andOfTheDistribution() {
        assertThat(JdbcSchema.migrations(CitusDialect.BY_KEY))
                .containsExactly(
                        "classpath:counterfoil-schema/postgresql",
                        "classpath:counterfoil-schema/sharded",
                        "classpath:counterfoil-schema/sharded_by_key");
        assertThat(JdbcSchema.script(CitusDialect.BY_KEY))
                .startsWith(JdbcSchema.script(Dialects.POSTGRESQL))
                .contains("create_distributed_table('counterfoil_record', 'request_id')");
        assertThat(JdbcSchema.script(CitusDialect.BY_CLIENT))
                .startsWith(JdbcSchema.script(Dialects.POSTGRESQL))
                .contains("create_distributed_table('counterfoil_record', 'client')");
    }

    @Test
    void featureThatDistributesNoTables_isRefused() {
        TableSchema feature =
                new TableSchema(CitusDialectTest.class, "/counterfoil-schema/notes/%1$s.sql", "counterfoil_note");

        assertThat(feature.script(Dialects.POSTGRESQL)).contains("counterfoil_note");
        assertThatIllegalStateException()
                .isThrownBy(() -> feature.script(CitusDialect.BY_KEY))
                .withMessageContaining("counterfoil_note is not supported on PostgreSQL with Citus");
    }

    @Test
    void query_readsTheWriter_withItsNode() {
        assertThat(CitusDialect.BY_KEY.locks().records().query())
                .startsWith("SELECT " + RecordRow.COLUMNS_BEFORE_WRITER)
                .contains("pg_postmaster_start_time()")
                .endsWith(" FROM counterfoil_record WHERE request_id = ? AND client = ? AND operation = ?");
    }

    @Test
    void distribution_isRefused_whereTheDatabaseHasNone() {
        DataSource postgres = TestPostgres.freshDatabase().dataSource();

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.create(postgres, CitusDialect.BY_CLIENT))
                .withMessageContaining("are for PostgreSQL with Citus, and jdbc:postgresql:")
                .withMessageEndingWith("leads to PostgreSQL");
    }

    @Test
    void dialects_areEqual_byTheirDistribution() {
        assertThat(Stream.of(CitusDialect.BY_KEY, new CitusDialect(), CitusDialect.BY_CLIENT)
                        .distinct())
                .containsExactly(CitusDialect.BY_KEY, CitusDialect.BY_CLIENT);
    }
}
