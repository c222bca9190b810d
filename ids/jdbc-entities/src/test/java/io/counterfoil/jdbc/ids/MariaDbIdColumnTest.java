package io.counterfoil.jdbc.ids;

import io.counterfoil.testkit.database.TestMariaDb;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;

class MariaDbIdColumnTest extends IdColumnContract {

    private static DataSource dataSource;

    @BeforeAll
    static void freshDatabase() {
        dataSource = TestMariaDb.freshDatabase().dataSource();
    }

    @Override
    DataSource dataSource() {
        return dataSource;
    }

    @Override
    String type(IdColumn form) {
        return switch (form) {
            case UUID -> "uuid";
            case BINARY -> "varbinary(16)";
            case BIGINT -> "bigint";
            case TEXT -> "varchar(60) CHARACTER SET ascii COLLATE ascii_bin";
        };
    }
}
