package io.counterfoil.operations;

import org.junit.jupiter.api.BeforeAll;

class H2CallbackRedeliveryTest extends CallbackRedeliveryContract {

    private static Site site;

    @BeforeAll
    static void freshDatabase() {
        site = Site.h2();
    }

    @Override
    Site site() {
        return site;
    }
}
