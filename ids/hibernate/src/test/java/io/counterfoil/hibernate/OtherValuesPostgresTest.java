package io.counterfoil.hibernate;

import io.counterfoil.testkit.database.TestPostgres;
import javax.sql.DataSource;

class OtherValuesPostgresTest extends OtherValuesContract {

    @Override
    DataSource freshDatabase() {
        return TestPostgres.freshDatabase().dataSource();
    }

    @Override
    String bytesColumn() {
        return "bytea";
    }
}
