package io.counterfoil.operations;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.testkit.soak.SoakOnly;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Each connection leads to the next node of a cluster. */
@Tag("BM-1")
@SoakOnly("contracts")
class CitusCallbackRedeliveryTest extends CallbackRedeliveryContract {

    private static Site site;

    @BeforeAll
    static void freshDatabase() {
        site = Site.citus(CitusDialect.BY_KEY);
    }

    @Override
    Site site() {
        return site;
    }
}
