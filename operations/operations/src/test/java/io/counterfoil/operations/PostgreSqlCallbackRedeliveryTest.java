package io.counterfoil.operations;

import org.junit.jupiter.api.BeforeAll;

class PostgreSqlCallbackRedeliveryTest extends CallbackRedeliveryContract {

    private static Site site;

    @BeforeAll
    static void freshDatabase() {
        site = Site.postgreSql();
    }

    @Override
    Site site() {
        return site;
    }
}
