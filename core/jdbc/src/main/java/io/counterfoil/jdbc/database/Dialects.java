package io.counterfoil.jdbc.database;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.dialect.SqlQueries;
import io.counterfoil.jdbc.dialect.UnsupportedDatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** The dialects of the databases that are supported, and the detection of the one that a connection leads to. */
public final class Dialects {

    /** PostgreSQL; UUIDs and typed ids are {@code uuid}. Proved on PostgreSQL 18. */
    public static final SqlDialect POSTGRESQL = new PostgreSqlDialect();

    /**
     * MySQL and MariaDB with InnoDB; UUIDs and typed ids are {@code binary(16)}. Proved on MariaDB 11.4. MySQL 8 is given the
     * same statements, and the same error number is read from it, but the tests do not run there.
     */
    public static final SqlDialect MYSQL = new MySqlDialect();

    /** H2 since version 2; UUIDs and typed ids are {@code uuid}. Proved on H2 2.4. */
    public static final SqlDialect H2 = new H2Dialect();

    /**
     * Databases with PostgreSQL's protocol and SQL, and without its advisory locks or its row identifiers ({@code ctid}): CockroachDB and
     * YugabyteDB. Keys are locked by the rows of {@code counterfoil_slot}. Claims, leases and records alone. Proved on PostgreSQL 18 without
     * its advisory locks; not run on the two products.
     */
    public static final SqlDialect POSTGRESQL_COMPATIBLE = new PostgreSqlCompatibleDialect();

    private static final String EXTENSION = "SELECT count(*) > 0 FROM pg_extension WHERE extname = 'citus'";

    private static final List<SqlDialect> BUILT_IN = List.of(POSTGRESQL, MYSQL, H2);

    private Dialects() {}

    /** {@return the built-in dialects, which every feature has scripts for} */
    public static List<SqlDialect> builtIn() {
        return BUILT_IN;
    }

    /**
     * {@return the dialect of the database that a connection leads to} Those of providers come before the built-in ones.
     *
     * @param connection a connection to the database; its transaction is not ended
     * @throws SQLException when the driver cannot tell
     * @throws UnsupportedDatabaseException when the database is not supported; the message names those that are
     * @throws IllegalStateException when the provider of its dialect is missing; the message names what to add
     */
    public static SqlDialect of(Connection connection) throws SQLException {
        for (SqlDialect dialect : Provided.DIALECTS) {
            if (dialect.isOf(connection)) {
                return dialect;
            }
        }
        for (SqlDialect dialect : BUILT_IN) {
            if (dialect.isOf(connection)) {
                refuseExtension(connection, dialect);
                return dialect;
            }
        }
        if (POSTGRESQL_COMPATIBLE.isOf(connection)) {
            return POSTGRESQL_COMPATIBLE;
        }
        throw new UnsupportedDatabaseException("supported databases are %s, but this data source connects to %s"
                .formatted(supported(), connection.getMetaData().getDatabaseProductName()));
    }

    /** A lock of PostgreSQL's dialect holds on one node, so a cluster needs that of its provider, which would have come before. */
    private static void refuseExtension(Connection connection, SqlDialect dialect) throws SQLException {
        if (dialect == POSTGRESQL && SqlQueries.isTrue(connection, EXTENSION)) {
            throw new IllegalStateException(
                    "this database has the extension citus, whose dialect is missing: add the dependency io.counterfoil:counterfoil-citus");
        }
    }

    private static String supported() {
        List<String> names = Stream.concat(BUILT_IN.stream(), Provided.DIALECTS.stream())
                .flatMap(dialect -> dialect.products().stream())
                .distinct()
                .toList();
        return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
    }

    /** Those of providers, found when the first database is looked at. */
    private static final class Provided {
        static final List<SqlDialect> DIALECTS =
                ServiceLoader.load(SqlDialect.class, SqlDialect.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
    }

    /**
     * {@return the dialect of the database that a data source leads to} Opens a connection and closes it.
     *
     * @param dataSource the data source
     * @throws SQLException when there is no connection
     * @throws UnsupportedDatabaseException as {@link #of(Connection)}
     * @throws IllegalStateException as {@link #of(Connection)}
     */
    public static SqlDialect of(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return of(connection);
        }
    }

    /**
     * {@return the URL of a connection without its parameters, which can hold a password} For messages.
     *
     * @param connection a connection to the database
     * @throws SQLException when the driver cannot tell
     */
    public static String location(Connection connection) throws SQLException {
        return String.valueOf(connection.getMetaData().getURL()).replaceAll("[?;].*", "");
    }
}
