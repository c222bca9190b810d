package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each connection leads to the next node of a cluster. */
@Tag("BM-1")
@SoakOnly("contracts")
class CitusOperationsTest extends OperationsContract {

    private static Site site;

    @BeforeAll
    static void freshDatabase() {
        site = Site.citus(CitusDialect.BY_KEY);
    }

    @Override
    Site site() {
        return site;
    }

    @Test
    void start_withTheDialectOfOneNode_isRefused() {
        try (Operations operations =
                Operations.builder(site.dataSource(), Dialects.POSTGRESQL).build()) {
            assertThatThrownBy(operations::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "the data source leads to PostgreSQL with Citus, and the operations were made for PostgreSQL:"
                                    + " pass Dialects.of(dataSource)");
        }
    }

    @Test
    void tables_areDistributed() {
        assertThat(site.number(
                        "SELECT count(*) FROM citus_tables WHERE table_name::text || ' ' || distribution_column IN"
                                + " ('counterfoil_operation reference', 'counterfoil_operation_queue task_instance',"
                                + " 'counterfoil_callback_queue task_instance')"))
                .isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void operationOfOneNode_isFinished_afterTheDistribution(SqlDialect distribution) throws Exception {
        DataSource coordinator = TestCitus.freshDatabase().get(0).dataSource();
        Site before = Site.of(Dialects.POSTGRESQL, coordinator);
        Operation pending;
        try (Operations operations = before.builder().build()) {
            pending = before.submit(operations, Site.items(3));
        }

        Operations.SCHEMA.create(coordinator, distribution);

        try (Operations operations = new Site(distribution, coordinator)
                .builder()
                .work("items", Site::applyNext)
                .build()) {
            operations.start();
            assertThat(Site.end(operations, pending).state()).isEqualTo(OperationState.SUCCEEDED);
        }
    }

    static Stream<SqlDialect> distributions() {
        return Stream.of(CitusDialect.BY_KEY, CitusDialect.BY_CLIENT);
    }
}
