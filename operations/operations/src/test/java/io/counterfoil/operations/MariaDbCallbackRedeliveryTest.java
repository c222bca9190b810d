package io.counterfoil.operations;

import org.junit.jupiter.api.BeforeAll;

class MariaDbCallbackRedeliveryTest extends CallbackRedeliveryContract {

    private static Site site;

    @BeforeAll
    static void freshDatabase() {
        site = Site.mariaDb();
    }

    @Override
    Site site() {
        return site;
    }
}
