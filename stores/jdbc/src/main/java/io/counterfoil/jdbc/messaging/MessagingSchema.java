package io.counterfoil.jdbc.messaging;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.SchemaScript;
import javax.sql.DataSource;

/** The tables behind {@link JdbcOutbox} and {@link JdbcTries}. */
public final class MessagingSchema {

    private static final SchemaScript SCRIPT =
            new SchemaScript(MessagingSchema.class, JdbcTries.TABLE, 0x6d65737361676573L, SqlDialect::scriptName);

    private MessagingSchema() {}

    /** The statements that make the tables, for those whose migrations are their own. */
    public static String script(SqlDialect dialect) {
        return SCRIPT.text(dialect);
    }

    /**
     * Makes the tables in the connection's current schema where they are missing; several processes may do so at once. A user without the
     * right to create tables can call it where they are there.
     *
     * @throws IllegalStateException when the database is not PostgreSQL, MySQL, MariaDB or H2
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource) {
        SCRIPT.create(dataSource);
    }
}
