package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.testkit.soak.SoakOnly;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each connection leads to the next node of a cluster. */
@Tag("BM-1")
@SoakOnly("contracts")
class CitusByClientOperationsTest extends OperationsContract {

    private static Site site;

    @BeforeAll
    static void freshDatabase() {
        site = Site.citus(CitusDialect.BY_CLIENT);
    }

    @Override
    Site site() {
        return site;
    }

    @Test
    void tables_areDistributed() {
        assertThat(site.number(
                        "SELECT count(*) FROM citus_tables WHERE table_name::text || ' ' || distribution_column IN"
                                + " ('counterfoil_operation namespace', 'counterfoil_operation_queue task_instance',"
                                + " 'counterfoil_callback_queue task_instance')"))
                .isEqualTo(3);
    }
}
