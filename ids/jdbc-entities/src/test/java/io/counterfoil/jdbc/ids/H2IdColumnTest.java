package io.counterfoil.jdbc.ids;

import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2IdColumnTest extends IdColumnContract {

    private static final DataSource DATA_SOURCE = dataSource("jdbc:h2:mem:" + UUID.randomUUID());

    private static DataSource dataSource(String url) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url + ";DB_CLOSE_DELAY=-1");
        return source;
    }

    @Override
    DataSource dataSource() {
        return DATA_SOURCE;
    }

    @Override
    String type(IdColumn form) {
        return switch (form) {
            case UUID -> "uuid";
            case BINARY -> "varbinary(16)";
            case BIGINT -> "bigint";
            case TEXT -> "varchar(60)";
        };
    }
}
