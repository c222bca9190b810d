package io.counterfoil.jdbc.messaging;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.SchemaScript;
import javax.sql.DataSource;

/** The tables of {@link JdbcOutbox} and {@link JdbcAttemptLog}. */
public final class MessagingSchema {

    private static final SchemaScript SCRIPT =
            new SchemaScript(MessagingSchema.class, JdbcAttemptLog.TABLE, 0x6d65737361676573L, SqlDialect::scriptName);

    private MessagingSchema() {}

    /** The statements that create the tables, for your own migrations. */
    public static String script(SqlDialect dialect) {
        return SCRIPT.text(dialect);
    }

    /**
     * Creates the tables in the connection's current schema where they are missing; several processes may do so at once. Needs no right to
     * create tables when they exist.
     *
     * @throws IllegalStateException when the database is not PostgreSQL, MySQL, MariaDB or H2
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource) {
        SCRIPT.create(dataSource);
    }
}
