package io.counterfoil.hibernate;

import io.counterfoil.testkit.database.TestMariaDb;
import javax.sql.DataSource;

class OtherValuesMariaDbTest extends OtherValuesContract {

    @Override
    DataSource freshDatabase() {
        return TestMariaDb.freshDatabase().dataSource();
    }

    @Override
    String bytesColumn() {
        return "binary";
    }
}
