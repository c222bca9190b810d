package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.testkit.soak.SoakOnly;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
}
