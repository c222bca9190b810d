package io.counterfoil.jdbc.schema;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The tables of one feature: a script for each supported database, which can be run again, because existing tables stay as they are. An
 * immutable value.
 *
 * @param owner the class of the feature, whose module has the scripts; that of a {@link SqlDialect} has those for its database
 * @param resource where the scripts are, with {@code %s} for {@link SqlDialect#vendor}. A folder with a hyphen in its name: a module keeps
 *     resources in its packages to itself
 * @param table the table that the scripts create last; concurrent creators of one table are serialized
 */
public record TableSchema(Class<?> owner, String resource, String table) {

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*\\R?");
    private static final Pattern END = Pattern.compile(";\\s*(?:\\R|\\z)");

    /** The tables of a feature with its scripts in {@code /counterfoil-schema} and a folder of this name. */
    public static TableSchema of(Class<?> owner, String feature, String table) {
        return new TableSchema(owner, "/counterfoil-schema/" + feature + "/%s.sql", table);
    }

    /** The resource that has the statements for a database. */
    public String resource(SqlDialect dialect) {
        return resource.formatted(dialect.vendor());
    }

    /**
     * The statements, with their comments, for your own migrations.
     *
     * @throws IllegalStateException when the feature does not support that database; the message names what is missing
     */
    public String script(SqlDialect dialect) {
        String name = resource(dialect);
        try (InputStream script = open(name, dialect)) {
            if (script == null) {
                throw new IllegalStateException("%s is not supported on %s: %s is missing beside %s"
                        .formatted(table, String.join(", ", dialect.products()), name, owner.getName()));
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The script of the feature, or that of a dialect which knows a further database. */
    private @Nullable InputStream open(String name, SqlDialect dialect) {
        InputStream own = owner.getResourceAsStream(name);
        return own == null ? dialect.getClass().getResourceAsStream(name) : own;
    }

    /**
     * Creates the tables in the connection's current schema where they are missing; several processes may do so at once. On
     * PostgreSQL it is one transaction. A user without the right to create tables can call it where they exist.
     *
     * @throws IllegalStateException when the database is not supported, or the feature does not support it
     * @throws StoreException when the database is unreachable, or refuses
     */
    public void create(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            SqlDialect dialect = SqlDialect.of(connection);
            List<String> statements = statements(dialect);
            if (!dialect.hasTable(connection, table)) {
                dialect.createTables(connection, table, statements);
            }
        } catch (SQLException failure) {
            throw new StoreException("creating the table " + table, failure);
        }
    }

    /** The statements one by one, without comments: drivers differ in what they take at once. */
    private List<String> statements(SqlDialect dialect) {
        String bare = COMMENT.matcher(script(dialect)).replaceAll("");
        return END.splitAsStream(bare).filter(sql -> !sql.isBlank()).toList();
    }
}
