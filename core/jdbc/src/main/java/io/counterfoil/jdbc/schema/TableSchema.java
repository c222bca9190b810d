package io.counterfoil.jdbc.schema;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.dialect.UnsupportedDatabaseException;
import io.counterfoil.jdbc.transaction.SingleStatement;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The tables of one feature: a script for each supported database, which can be run again, because existing tables stay as they are. An
 * immutable value.
 *
 * @param owner the class of the feature, whose module has the scripts; that of a {@link SqlDialect} has those for its database
 * @param resource where the scripts are, with {@code %1$s} for one of {@link io.counterfoil.jdbc.dialect.SchemaDialect#scripts}. A folder
 *     with a hyphen in its name: a module keeps resources in its packages to itself
 * @param table the table that the scripts create last, which names the feature in messages; concurrent creators of one table are serialized
 */
public record TableSchema(Class<?> owner, String resource, String table) {

    private static final String LATER_VERSION =
            "Use the version of this library that matches these tables, or another database.";

    /**
     * {@return the tables of a feature whose scripts are named after it, each among those of its database: {@code
     * /counterfoil-schema/postgresql/R__counterfoil_postgresql_FEATURE.sql}} So one location of Flyway has all features of the class path.
     *
     * @param owner the class of the feature, whose module has the scripts
     * @param feature the end of the scripts' names
     * @param table the table that the scripts create last
     */
    public static TableSchema of(Class<?> owner, String feature, String table) {
        return new TableSchema(owner, "/counterfoil-schema/%1$s/R__counterfoil_%1$s_" + feature + ".sql", table);
    }

    /**
     * {@return the resources that have the statements for a database, in order}
     *
     * @param dialect the dialect of the database
     * @throws UnsupportedDatabaseException when the feature does not support that database; the message names what is missing
     */
    public List<String> resources(SqlDialect dialect) {
        List<String> names =
                dialect.schema().scripts().stream().map(resource::formatted).toList();
        List<String> further = names.subList(1, names.size());
        List<String> found =
                further.stream().filter(name -> find(name, dialect).isPresent()).toList();
        if (find(names.get(0), dialect).isEmpty()) {
            throw unsupported(names.get(0), dialect);
        }
        if (found.isEmpty() && !further.isEmpty()) {
            throw unsupported(String.join(" or ", further), dialect);
        }
        return Stream.concat(names.stream().limit(1), found.stream()).toList();
    }

    private UnsupportedDatabaseException unsupported(String missing, SqlDialect dialect) {
        return new UnsupportedDatabaseException("%s is not supported on %s: there is no %s next to %s"
                .formatted(table, names(dialect), missing, owner.getName()));
    }

    private static String names(SqlDialect dialect) {
        return String.join(", ", dialect.products());
    }

    /**
     * {@return the statements that make the tables, with their comments, for migrations of your own}
     *
     * @param dialect the dialect of the database
     * @throws UnsupportedDatabaseException when the feature does not support that database; the message names what is missing
     */
    public String script(SqlDialect dialect) {
        return resources(dialect).stream().map(name -> read(name, dialect)).collect(Collectors.joining("\n"));
    }

    private String read(String name, SqlDialect dialect) {
        URL script = find(name, dialect).orElseThrow(() -> unsupported(name, dialect));
        try (InputStream in = script.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The script of the feature, or that of a dialect which knows a further database. */
    private Optional<URL> find(String name, SqlDialect dialect) {
        return Optional.ofNullable(owner.getResource(name))
                .or(() -> Optional.ofNullable(dialect.getClass().getResource(name)));
    }

    /**
     * Creates the tables in the connection's current schema, each that is missing, and inserts the rows that belong to them into those that are
     * empty; several processes may do so at once. On PostgreSQL it is one transaction. A user without the right to create tables can call it
     * where all exist.
     *
     * @param dataSource hands out connections of a user who may create tables, unless all exist
     * @throws IllegalStateException when the database is not supported, or the feature does not support it
     * @throws StoreException when the database is unreachable, or refuses
     */
    public void create(DataSource dataSource) {
        create(dataSource, Dialects::of);
    }

    /**
     * Creates the tables as {@link #create(DataSource)} does, by the scripts of a dialect, where a database can have its tables in more
     * than one way.
     *
     * @param dataSource hands out connections of a user who may create tables, unless all exist
     * @param dialect a dialect of the database
     * @throws IllegalStateException when the connection leads to another database, the feature does not support the dialect, or the tables
     *     are there in another way
     * @throws StoreException when the database is unreachable, or refuses
     */
    public void create(DataSource dataSource, SqlDialect dialect) {
        create(dataSource, connection -> {
            require(connection, dialect);
            return dialect;
        });
    }

    /**
     * {@return the names of the tables that the scripts create, in alphabetical order}
     *
     * @param dialect the dialect of the database
     * @throws UnsupportedDatabaseException when the feature does not support that database; the message names what is missing
     */
    public List<String> tables(SqlDialect dialect) {
        return TableScript.of(script(dialect)).tables().stream().sorted().toList();
    }

    /**
     * Checks that the tables exist, with their columns and the rows that belong to them, and that those of {@link JdbcSchema} are as this
     * version needs them; changes nothing.
     *
     * @param dataSource the data source that the feature uses
     * @throws SchemaMismatchException when anything is missing or different; lists every finding, and what to do
     * @throws IllegalStateException when the database is not supported, or the feature does not support it
     * @throws StoreException when the database is unreachable, or refuses
     */
    public void verify(DataSource dataSource) {
        verify(dataSource, Dialects::of);
    }

    /**
     * Checks the tables as {@link #verify(DataSource)} does, and that they are those of a dialect, where a database can have its tables in
     * more than one way.
     *
     * @param dataSource the data source that the feature uses
     * @param dialect a dialect of the database
     * @throws SchemaMismatchException as {@link #verify(DataSource)}
     * @throws IllegalStateException when the connection leads to another database, the feature does not support the dialect, or the tables
     *     are there in another way
     * @throws StoreException when the database is unreachable, or refuses
     */
    public void verify(DataSource dataSource, SqlDialect dialect) {
        verify(dataSource, connection -> {
            require(connection, dialect);
            return dialect;
        });
    }

    /**
     * {@return what of the tables is in the connection's current schema: tables, columns and indexes, as the scripts have them; changes nothing}
     *
     * @param connection the connection; its transaction is not ended
     * @param dialect a dialect of the database
     * @throws SQLException when the database cannot be queried
     * @throws IllegalStateException when the feature does not support the dialect, the connection leads to another database, or the tables are
     *     there in another way
     */
    public TableInspection inspect(Connection connection, SqlDialect dialect) throws SQLException {
        require(connection, dialect);
        return TableInspection.of(connection, dialect, TableScript.of(script(dialect)));
    }

    /**
     * Adds what is missing: tables, columns, indexes, and the rows that belong to them. Only adds, so that programs of an earlier version, which
     * know nothing of it, can use the tables meanwhile. What exists is not changed, whatever its type or the name of an index. Several programs may
     * do so at once. On PostgreSQL it is one transaction, and creating an index on a large table blocks writes to it until it ends. On PostgreSQL,
     * MariaDB and MySQL a statement fails that waits for an open transaction for 5 s, or for the session's own limit where that is shorter.
     *
     * @param connection the connection of a user who may create tables; the additions are committed
     * @param dialect a dialect of the database
     * @return what is there afterwards; its findings are what has to be changed by hand
     * @throws SQLException when the database refuses an addition; what was added before it may stay
     * @throws IllegalStateException as {@link #inspect}
     */
    public TableInspection upgrade(Connection connection, SqlDialect dialect) throws SQLException {
        TableInspection before = inspect(connection, dialect);
        if (before.additions().isEmpty()) {
            return before;
        }
        try {
            dialect.schema().createTables(connection, table, before.additions());
        } catch (SQLException failure) {
            return addedByAnother(connection, dialect).orElseThrow(() -> failure);
        }
        return inspect(connection, dialect);
    }

    /** Not every database has {@code CREATE INDEX IF NOT EXISTS}: another upgrade may have been faster. */
    private Optional<TableInspection> addedByAnother(Connection connection, SqlDialect dialect) throws SQLException {
        if (connection.isClosed()) {
            return Optional.empty();
        }
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        return Optional.of(inspect(connection, dialect))
                .filter(now -> now.additions().isEmpty());
    }

    private void verify(DataSource dataSource, SingleStatement<SqlDialect> detection) {
        try (Connection connection = dataSource.getConnection()) {
            SqlDialect dialect = detection.run(connection);
            SchemaCheck check = new SchemaCheck(connection, dialect.schema(), TableScript.of(script(dialect)));
            List<String> findings = check.findings().stream().map(Finding::text).toList();
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            if (!findings.isEmpty()) {
                throw new SchemaMismatchException(
                        Dialects.location(connection),
                        findings,
                        check.isOfLaterVersion() ? LATER_VERSION : action(dialect));
            }
        } catch (SQLException failure) {
            throw new StoreException("verifying the tables", failure);
        }
    }

    private String action(SqlDialect dialect) {
        String code = owner.getSimpleName() + (owner == JdbcSchema.class ? "" : ".SCHEMA");
        return """
                The statements that create them are in %1$s of this jar (see %2$s.script); %2$s.create executes them. They \
                create missing tables and do not change existing ones: change those manually.""".formatted(String.join(" and ", resources(dialect)), code);
    }

    /** Refuses a connection to another database, and tables that are there in another way than this dialect's. */
    void require(Connection connection, SqlDialect dialect) throws SQLException {
        if (!dialect.isOf(connection)) {
            throw new IllegalStateException("the scripts of %s are for %s, and %s leads to %s"
                    .formatted(table, names(dialect), Dialects.location(connection), names(Dialects.of(connection))));
        }
        dialect.schema()
                .requireTablesOf(connection, TableScript.of(script(dialect)).statements());
    }

    private void create(DataSource dataSource, SingleStatement<SqlDialect> detection) {
        try (Connection connection = dataSource.getConnection()) {
            SqlDialect dialect = detection.run(connection);
            TableScript script = TableScript.of(script(dialect));
            if (!script.isExecuted(connection, dialect.schema())) {
                dialect.schema().createTables(connection, table, script.statements());
            }
        } catch (SQLException failure) {
            throw new StoreException("creating the table " + table, failure);
        }
    }
}
