package io.counterfoil.httpserver;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;

/** Pools of connections to a real PostgreSQL. */
final class Pools {

    private Pools() {}

    static HikariDataSource onFreshDatabase() {
        Database database = TestPostgres.freshDatabase();
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setMaximumPoolSize(10);
        config.setConnectionTimeout(120_000);
        HikariDataSource pool = new HikariDataSource(config);
        JdbcSchema.create(pool);
        return pool;
    }
}
