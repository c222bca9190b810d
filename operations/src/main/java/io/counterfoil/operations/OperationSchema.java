package io.counterfoil.operations;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.SchemaScript;
import javax.sql.DataSource;

/** The tables behind {@link Operations}: the operations, and the queues of work and of callbacks. */
public final class OperationSchema {

    private static final SchemaScript SCRIPT = new SchemaScript(
            OperationSchema.class,
            name -> OperationSchema.class.getResourceAsStream(name),
            "counterfoil_callback_queue",
            0x6f7065726174696fL,
            SqlDialect::scriptName);

    private OperationSchema() {}

    /** The statements that create the tables, for applications with migrations of their own. */
    public static String script(SqlDialect dialect) {
        return SCRIPT.text(dialect);
    }

    /**
     * Creates the tables in the connection's current schema where they are missing; several processes may do so at once. A user without the
     * right to create tables can call it where they exist.
     *
     * @throws IllegalStateException when the database is not PostgreSQL, MySQL, MariaDB or H2
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource) {
        SCRIPT.create(dataSource);
    }
}
