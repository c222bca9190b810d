package io.counterfoil.jdbc.ids;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import javax.sql.DataSource;

class PostgreSqlIdColumnTest extends IdColumnContract {

    private static final Database DATABASE = TestPostgres.freshDatabase();

    @Override
    DataSource dataSource() {
        return DATABASE.dataSource();
    }

    @Override
    String type(IdColumn form) {
        return switch (form) {
            case UUID -> "uuid";
            case BINARY -> "bytea";
            case BIGINT -> "bigint";
            case TEXT -> "text";
        };
    }
}
