package io.counterfoil.operations;

import org.junit.jupiter.api.BeforeAll;

class PostgreSqlEndedOperationsTest extends EndedOperationsContract {

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
