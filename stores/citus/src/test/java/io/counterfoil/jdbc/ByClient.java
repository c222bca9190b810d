package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import java.util.List;

/** A cluster whose records are distributed by the client. */
final class ByClient {

    private ByClient() {}

    /** Has a pool lead to a new one; each connection leads to the next node. */
    static void configure(HikariConfig pool) {
        List<Database> nodes = TestCitus.freshDatabase();
        JdbcSchema.create(nodes.get(0).dataSource(), CitusDialect.BY_CLIENT);
        pool.setDataSource(TestCitus.anyOf(nodes));
    }
}
