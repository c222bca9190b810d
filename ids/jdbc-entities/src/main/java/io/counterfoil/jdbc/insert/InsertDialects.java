package io.counterfoil.jdbc.insert;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;

/** What inserts that can be repeated know of databases. */
public final class InsertDialects {

    private InsertDialects() {}

    /**
     * {@return the inserts of a dialect: its own, where it implements {@link InsertDialect}; otherwise the form that its database is known to take}
     *
     * @param dialect the database's
     */
    public static InsertDialect of(SqlDialect dialect) {
        if (dialect instanceof InsertDialect own) {
            return own;
        }
        if (dialect.returnsChangedRows()) {
            return new PostgreSqlInserts(!dialect.isDistributed());
        }
        return dialect == Dialects.MYSQL ? new MySqlInserts() : new StandardInserts();
    }
}
