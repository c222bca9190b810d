package io.counterfoil.operations;

import io.counterfoil.jdbc.dialect.SqlDialect;
import org.junit.jupiter.api.BeforeAll;

/** Each connection leads to the next node of a cluster. */
class CitusByClientOperationsTest extends OperationsContract {

    private static Site site;

    @BeforeAll
    static void freshDatabase() {
        site = Site.citus(SqlDialect.CITUS_BY_CLIENT);
    }

    @Override
    Site site() {
        return site;
    }
}
