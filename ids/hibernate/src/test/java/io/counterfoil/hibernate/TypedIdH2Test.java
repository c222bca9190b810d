package io.counterfoil.hibernate;

import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class TypedIdH2Test extends TypedIdContract {

    @Override
    DataSource freshDatabase() {
        return inMemory();
    }

    /** A new database, which lives as long as the JVM. */
    static DataSource inMemory() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return source;
    }
}
