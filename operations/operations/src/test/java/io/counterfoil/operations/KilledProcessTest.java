package io.counterfoil.operations;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.List;

class KilledProcessTest extends KilledProcessContract {

    private final Database database = TestPostgres.freshDatabase().reusing("test");

    @Override
    Site site() {
        return Site.of(Dialects.POSTGRESQL, database.dataSource());
    }

    @Override
    List<Database> nodes() {
        return List.of(database);
    }
}
