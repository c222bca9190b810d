package io.counterfoil.jdbc;

import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** The databases that every test of the schema, of leases and of retention runs on. */
enum Engine {
    POSTGRESQL {
        @Override
        DataSource freshDatabase() {
            return TestPostgres.freshDatabase().reusing("engine").dataSource();
        }
    },
    /** A database with PostgreSQL's protocol: {@link LookAlike}. */
    POSTGRESQL_COMPATIBLE {
        @Override
        DataSource freshDatabase() {
            return LookAlike.withoutAdvisoryLocks(TestPostgres.freshDatabase())
                    .reusing("engine")
                    .dataSource();
        }
    },
    /** The coordinator of a cluster. */
    CITUS {
        @Override
        DataSource freshDatabase() {
            return TestCitus.freshDatabase().get(0).reusing("engine").dataSource();
        }
    },
    MARIADB {
        @Override
        DataSource freshDatabase() {
            return TestMariaDb.freshDatabase().dataSource();
        }
    },
    H2 {
        @Override
        DataSource freshDatabase() {
            return h2("");
        }
    },
    /** A database that an application has added: {@link OracleModeDialect}. */
    H2_ORACLE {
        @Override
        DataSource freshDatabase() {
            return h2(";MODE=Oracle");
        }
    };

    /** Those that this module proves: that of the cluster where its dialect is, and all others where it is not. */
    static Stream<Engine> tested() {
        return Arrays.stream(values()).filter(Engine::isTested);
    }

    /** Whether this module proves it. */
    boolean isTested() {
        return (this == CITUS) == Boolean.getBoolean("counterfoil.citus");
    }

    /** An empty one, of its own. */
    abstract DataSource freshDatabase();

    private static DataSource h2(String options) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + options);
        dataSource.setUser("sa");
        // Not in the URL, where it would demand an administrator of every user: it lives on without connections.
        Sql.run(dataSource, "SET DB_CLOSE_DELAY -1");
        return dataSource;
    }
}
