package io.counterfoil.hibernate;

import io.counterfoil.testkit.database.TestMariaDb;
import javax.sql.DataSource;

/** MariaDB's {@code uuid} columns, which its dialect reads and writes as texts. */
class TypedIdMariaDbTest extends TypedIdContract {

    @Override
    DataSource freshDatabase() {
        return TestMariaDb.freshDatabase().dataSource();
    }

    @Override
    String textColumn() {
        return "varchar";
    }
}
