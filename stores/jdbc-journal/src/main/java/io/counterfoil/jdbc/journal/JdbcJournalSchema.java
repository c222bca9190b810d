package io.counterfoil.jdbc.journal;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.SchemaScript;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The table behind {@link JdbcJournal}, apart from those of the server's side: only who has a journal needs it. */
public final class JdbcJournalSchema {

    private static final SchemaScript SCRIPT =
            new SchemaScript(JdbcJournalSchema.class, JournalTable.NAME, 0x6a6f75726e616cL, SqlDialect::scriptName);

    private JdbcJournalSchema() {}

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

    /**
     * Says whether the table is there with the columns that this version needs; changes nothing. For start-up.
     *
     * @throws IllegalStateException when it is not, or the database is none of those named above; the message says what to do
     * @throws StoreException when the database is unreachable
     */
    public static void verify(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            SqlDialect dialect = SqlDialect.of(connection);
            try (Statement query = connection.createStatement()) {
                query.executeQuery("SELECT " + JournalTable.COLUMNS + " FROM " + JournalTable.NAME + " WHERE 1 = 0")
                        .close();
            } catch (SQLException refused) {
                throw new IllegalStateException(
                        "the table %s in %s is not as this version needs it. JdbcJournalSchema.create makes it where it is missing, by %s of this jar: %s"
                                .formatted(
                                        JournalTable.NAME,
                                        connection.getMetaData().getURL(),
                                        SCRIPT.resource(dialect),
                                        refused.getMessage()),
                        refused);
            } finally {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
            }
        } catch (SQLException failure) {
            throw new StoreException("verifying the table " + JournalTable.NAME, failure);
        }
    }

    /** @throws IllegalStateException when the database is none of those named above */
    static SqlDialect dialect(Connection connection) throws SQLException {
        return SqlDialect.of(connection);
    }
}
