package io.counterfoil.hibernate;

import io.counterfoil.testkit.database.TestPostgres;
import javax.sql.DataSource;

class TypedIdPostgresTest extends TypedIdContract {

    @Override
    DataSource freshDatabase() {
        return TestPostgres.freshDatabase().dataSource();
    }
}
