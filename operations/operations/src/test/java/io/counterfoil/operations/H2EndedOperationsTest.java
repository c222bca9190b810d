package io.counterfoil.operations;

import org.junit.jupiter.api.BeforeAll;

class H2EndedOperationsTest extends EndedOperationsContract {

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
