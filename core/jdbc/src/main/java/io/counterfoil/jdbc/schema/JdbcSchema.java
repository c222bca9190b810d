package io.counterfoil.jdbc.schema;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The tables behind {@link io.counterfoil.jdbc.JdbcClaimStore} and {@link io.counterfoil.jdbc.JdbcLeaseStore}, on PostgreSQL, MariaDB, MySQL and H2.
 *
 * <p>There are three ways to make them: {@link #create} at start-up; the {@linkplain #script statements} by hand, or among
 * migrations of your own; or Flyway, which runs them as they are. Give it the location {@link #migrations} beside those of your
 * own: the statements are a repeatable migration, which has no version that could be one of yours, and is run again where a later
 * release has changed it. Every way can follow another: statements that find their table there leave it as it is.
 *
 * <p>Programs of different versions can share the tables: {@link #verify} checks whether this one can.
 */
public final class JdbcSchema {

    /** The tables of records. */
    public static final TableSchema SCHEMA =
            new TableSchema(JdbcSchema.class, "/counterfoil-schema/%1$s/R__counterfoil_%1$s.sql", "counterfoil_schema");

    private JdbcSchema() {}

    /**
     * {@return where Flyway finds the migrations for a database: locations for its configuration} They have the tables of records, and those of every
     * other feature whose jar is on the class path.
     *
     * @param dialect the dialect of the database
     */
    public static String[] migrations(SqlDialect dialect) {
        return dialect.schema().scripts().stream()
                .map(folder -> "classpath:counterfoil-schema/" + folder)
                .toArray(String[]::new);
    }

    /**
     * {@return the statements that make the tables, for migrations of your own}
     *
     * @param dialect the dialect of the database
     */
    public static String script(SqlDialect dialect) {
        return SCHEMA.script(dialect);
    }

    /**
     * Makes the tables in the connection's current schema, each that is missing; several processes may do so at once. On
     * PostgreSQL it is one transaction. A user without the right to create tables can call it where all are there.
     *
     * @param dataSource hands out connections of a user who may create tables, unless all are there
     * @throws IllegalStateException when the database is none of those named above
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource) {
        SCHEMA.create(dataSource);
    }

    /**
     * Makes the tables as {@link #create(DataSource)} does, by the scripts of a dialect, where a database can have its tables in more than
     * one way.
     *
     * @param dataSource hands out connections of a user who may create tables, unless all are there
     * @param dialect a dialect of the database
     * @throws IllegalStateException when the connection leads to another database, or the tables are distributed in another way
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource, SqlDialect dialect) {
        SCHEMA.create(dataSource, dialect);
    }

    /**
     * Checks that the tables are as this version needs them; changes nothing. For start-up: without this, a difference shows
     * at the first request, or later. Columns, indexes and tables that this version does not know are no fault, as long as it
     * can insert rows.
     *
     * <p>Logs a warning for each setting of the database or of the connections by which acknowledged requests may be lost, or requests hang
     * or fail: {@link io.counterfoil.jdbc.dialect.DatabaseChecks}.
     *
     * @param dataSource the data source that the stores use
     * @throws SchemaMismatchException when anything is missing or different; lists every finding, and what to do
     * @throws IllegalStateException when the database is none of those named above
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void verify(DataSource dataSource) {
        SCHEMA.verify(dataSource);
        logWarnings(dataSource);
    }

    /**
     * Checks the tables as {@link #verify(DataSource)} does, and that they are those of a dialect, where a database can have its tables in
     * more than one way.
     *
     * @param dataSource the data source that the stores use
     * @param dialect a dialect of the database
     * @throws SchemaMismatchException as {@link #verify(DataSource)}
     * @throws IllegalStateException when the connection leads to another database, or the tables are distributed in another way
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void verify(DataSource dataSource, SqlDialect dialect) {
        SCHEMA.verify(dataSource, dialect);
        logWarnings(dataSource);
    }

    private static void logWarnings(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            logWarnings(connection, Dialects.of(connection));
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException failure) {
            throw new StoreException("asking for the settings of the database", failure);
        }
    }

    private static void logWarnings(Connection connection, SqlDialect dialect) throws SQLException {
        System.Logger log = System.getLogger(JdbcSchema.class.getName());
        for (String advice : dialect.checks().connectionAdvice(connection)) {
            log.log(System.Logger.Level.WARNING, advice);
        }
        for (String loss : dialect.checks().lossOfCommits(connection)) {
            log.log(
                    System.Logger.Level.WARNING,
                    "an executed request may be lost, in transactional mode with its effect; lease mode rejects this: "
                            + loss);
        }
    }
}
