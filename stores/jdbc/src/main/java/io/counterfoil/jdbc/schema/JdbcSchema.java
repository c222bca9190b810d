package io.counterfoil.jdbc.schema;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * The tables behind {@link JdbcClaimStore} and {@link JdbcLeaseStore}, on PostgreSQL, MariaDB, MySQL and H2.
 *
 * <p>There are three ways to make them: {@link #create} at start-up; the {@linkplain #script statements} by hand, or among
 * migrations of your own; or Flyway, which runs them as they are. Give it the location {@link #migrations} beside those of your
 * own: the statements are a repeatable migration, which has no version that could be one of yours, and is run again where a later
 * release has changed it. Every way can follow another: statements that find their table there leave it as it is.
 *
 * <p>Programs of different versions can share the tables: {@link #verify} checks whether this one can.
 */
public final class JdbcSchema {

    private static final TableSchema TABLES =
            new TableSchema(JdbcSchema.class, "/counterfoil-schema/%1$s/R__counterfoil_%1$s.sql", "counterfoil_schema");

    /** The version of the tables that this program was made for. */
    private static final int VERSION = 1;

    private static final String LATER_VERSION =
            "Use the version of this library that matches these tables, or another database.";

    private JdbcSchema() {}

    /** Where Flyway finds the migrations for a database: locations for its configuration. */
    public static String[] migrations(SqlDialect dialect) {
        return TABLES.resources(dialect).stream()
                .map(file -> "classpath:" + file.substring(1, file.lastIndexOf('/')))
                .toArray(String[]::new);
    }

    /** The statements that make the tables, for those whose migrations are their own. */
    public static String script(SqlDialect dialect) {
        return TABLES.script(dialect);
    }

    /**
     * Makes the tables in the connection's current schema, each that is missing; several processes may do so at once. On
     * PostgreSQL it is one transaction. A user without the right to create tables can call it where all are there.
     *
     * @throws IllegalStateException when the database is none of those named above
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource) {
        TABLES.create(dataSource);
    }

    /**
     * The same with the scripts of this dialect: {@link SqlDialect#CITUS_BY_CLIENT} for tables that are distributed by the client.
     *
     * @throws IllegalStateException when the connection leads to another database, or the tables are distributed in another way
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void create(DataSource dataSource, SqlDialect dialect) {
        TABLES.create(dataSource, dialect);
    }

    /**
     * Checks that the tables are as this version needs them; changes nothing. For start-up: without this, a difference shows
     * at the first request, or later. Columns, indexes and tables that this version does not know are no fault, as long as it
     * can insert rows.
     *
     * <p>Logs a warning for each setting of the database or of the connections by which acknowledged requests may be lost, or requests hang
     * or fail: {@link SqlDialect#lossOfCommits}, {@link SqlDialect#connectionAdvice}.
     *
     * @throws SchemaMismatchException when anything is missing or different; lists every finding, and what to do
     * @throws IllegalStateException when the database is none of those named above
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void verify(DataSource dataSource) {
        verify(dataSource, SqlDialect::of);
    }

    /**
     * The same, and that the tables are those of this dialect: {@link SqlDialect#CITUS_BY_CLIENT} for tables that are distributed by the client.
     *
     * @throws SchemaMismatchException as {@link #verify(DataSource)}
     * @throws IllegalStateException when the connection leads to another database, or the tables are distributed in another way
     * @throws StoreException when the database is unreachable, or refuses
     */
    public static void verify(DataSource dataSource, SqlDialect dialect) {
        verify(dataSource, connection -> {
            TABLES.require(connection, dialect);
            return dialect;
        });
    }

    private static void verify(DataSource dataSource, Transactions.SingleStatement<SqlDialect> detection) {
        try (Connection connection = dataSource.getConnection()) {
            SqlDialect dialect = detection.run(connection);
            SchemaCheck check = new SchemaCheck(connection, dialect, VERSION);
            List<String> findings = check.findings();
            logWarnings(connection, dialect);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            if (!findings.isEmpty()) {
                String action = check.isOfLaterVersion() ? LATER_VERSION : action(dialect);
                throw new SchemaMismatchException(SqlDialect.location(connection), findings, action);
            }
        } catch (SQLException failure) {
            throw new StoreException("verifying the tables", failure);
        }
    }

    private static void logWarnings(Connection connection, SqlDialect dialect) throws SQLException {
        System.Logger log = System.getLogger(JdbcSchema.class.getName());
        for (String advice : dialect.connectionAdvice(connection)) {
            log.log(System.Logger.Level.WARNING, advice);
        }
        for (String loss : dialect.lossOfCommits(connection)) {
            log.log(
                    System.Logger.Level.WARNING,
                    "an executed request may be lost, in transactional mode with its effect; lease mode rejects this: "
                            + loss);
        }
    }

    private static String action(SqlDialect dialect) {
        return """
                The statements that create them are in %s of this jar (see JdbcSchema.script); JdbcSchema.create executes them. They \
                create missing tables and do not change existing ones: change those manually.""".formatted(String.join(" and ", TABLES.resources(dialect)));
    }

    /** The tables of a database are not as this version needs them. The message has both: what is missing or different, and what to do. */
    public static final class SchemaMismatchException extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        private final String description;
        private final String action;

        SchemaMismatchException(String url, List<String> findings, String action) {
            this(
                    "the tables in %s do not match this version:\n  - %s"
                            .formatted(url, String.join("\n  - ", findings)),
                    action);
        }

        private SchemaMismatchException(String description, String action) {
            super(description + "\n" + action);
            this.description = description;
            this.action = action;
        }

        /** Every finding, each on a line. */
        public String description() {
            return description;
        }

        /** What to do. */
        public String action() {
            return action;
        }
    }
}
