package io.counterfoil.jdbc.batch;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.SchemaScript;
import javax.sql.DataSource;

/** The tables behind {@link Batches}. */
public final class BatchSchema {

    private static final SchemaScript SCRIPT =
            new SchemaScript(BatchSchema.class, MemberTable.NAME, 0x6261746368657321L, SqlDialect::scriptName);

    private BatchSchema() {}

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
