package io.counterfoil.operations;

import org.junit.jupiter.api.BeforeAll;

class MariaDbEndedOperationsTest extends EndedOperationsContract {

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
