package io.counterfoil.upgrade;

import io.counterfoil.jdbc.batch.Batches;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.journal.JdbcJournal;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.reference.References;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.operations.Operations;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** The databases that have fixtures. */
enum Product {
    POSTGRESQL {
        @Override
        SqlDialect dialect() {
            return Dialects.POSTGRESQL;
        }

        @Override
        DataSource freshDatabase() {
            return TestPostgres.freshDatabase().dataSource();
        }
    },
    MARIADB {
        @Override
        SqlDialect dialect() {
            return Dialects.MYSQL;
        }

        @Override
        DataSource freshDatabase() {
            return TestMariaDb.freshDatabase().dataSource();
        }
    },
    H2 {
        @Override
        SqlDialect dialect() {
            return Dialects.H2;
        }

        @Override
        DataSource freshDatabase() {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return dataSource;
        }
    };

    /** The features whose tables are in the fixtures. */
    static final List<TableSchema> FEATURES = List.of(
            JdbcSchema.SCHEMA,
            JdbcOutbox.SCHEMA,
            References.SCHEMA,
            Batches.SCHEMA,
            CreationIdentifiers.SCHEMA,
            Operations.SCHEMA,
            JdbcJournal.SCHEMA);

    abstract SqlDialect dialect();

    abstract DataSource freshDatabase();
}
