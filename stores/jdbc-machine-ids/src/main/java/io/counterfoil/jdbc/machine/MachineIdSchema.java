package io.counterfoil.jdbc.machine;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.SchemaScript;
import javax.sql.DataSource;

/** The table behind {@link MachineIdLeases}. Its rows come by themselves. */
public final class MachineIdSchema {

    private static final SchemaScript SCRIPT =
            new SchemaScript(MachineIdSchema.class, "counterfoil_machine", 0x6d616368696e6573L, SqlDialect::scriptName);

    private MachineIdSchema() {}

    /** The statements that make the table, for those whose migrations are their own. */
    public static String script() {
        return SCRIPT.text(SqlDialect.POSTGRESQL);
    }

    /**
     * Makes the table in the connection's current schema where it is missing, in one transaction; several processes may
     * do so at once.
     *
     * @throws IllegalStateException when the database is not PostgreSQL
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource) {
        SCRIPT.create(dataSource);
    }
}
