package io.counterfoil.jdbc.reference;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.SchemaScript;
import javax.sql.DataSource;

/** The table behind {@link References}. */
public final class ReferenceSchema {

    private static final SchemaScript SCRIPT =
            new SchemaScript(ReferenceSchema.class, ReferenceTable.NAME, 0x7265666572656e63L, SqlDialect::scriptName);

    private ReferenceSchema() {}

    /** The statements that make the table, for those whose migrations are their own. */
    public static String script(SqlDialect dialect) {
        return SCRIPT.text(dialect);
    }

    /**
     * Makes the table in the connection's current schema where it is missing; several processes may do so at once. A user without the
     * right to create tables can call it where the table is there.
     *
     * @throws IllegalStateException when the database is not PostgreSQL, MySQL, MariaDB or H2
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource) {
        SCRIPT.create(dataSource);
    }
}
