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
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The scripts that create the tables of one feature, one for each supported database. A script can be run again: existing tables stay as
 * they are. An immutable value.
 *
 * @param owner the class whose resources the scripts are, for messages
 * @param open opens a resource of that class; null where it is missing. A lambda of the owner's module: only that module sees its resources
 * @param table the table that the scripts create last
 * @param creationLock identifies the tables: serializes concurrent creation, which IF NOT EXISTS alone does not
 * @param names the name of a database's script, as {@link Class#getResourceAsStream} takes it
 */
public record SchemaScript(
        Class<?> owner,
        Function<String, @Nullable InputStream> open,
        String table,
        long creationLock,
        Function<SqlDialect, String> names) {

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*\\R?");
    private static final Pattern END = Pattern.compile(";\\s*(?:\\R|\\z)");

    /** Scripts of this module. */
    public SchemaScript(Class<?> owner, String table, long creationLock, Function<SqlDialect, String> names) {
        this(owner, owner::getResourceAsStream, table, creationLock, names);
    }

    /** The name of the script for a database. */
    public String resource(SqlDialect dialect) {
        return names.apply(dialect);
    }

    /**
     * The statements, with their comments.
     *
     * @throws IllegalStateException when the feature has no script for that database
     */
    public String text(SqlDialect dialect) {
        String name = resource(dialect);
        try (InputStream script = open.apply(name)) {
            if (script == null) {
                throw new IllegalStateException("%s is not supported on %s: %s is missing beside %s"
                        .formatted(table, String.join(", ", dialect.products()), name, owner.getName()));
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Creates the tables in the connection's current schema where they are missing; several processes may do so at once. On
     * PostgreSQL it is one transaction. A user without the right to create tables can call it where they exist.
     *
     * @throws IllegalStateException when the database is not supported, or has no script
     * @throws StoreException when the database is unreachable, or refuses
     */
    public void create(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            SqlDialect dialect = SqlDialect.of(connection);
            List<String> statements = statements(dialect);
            if (!dialect.hasTable(connection, table)) {
                dialect.createTables(connection, creationLock, statements);
            }
        } catch (SQLException failure) {
            throw new StoreException("creating the table " + table, failure);
        }
    }

    /** The statements one by one, without comments: drivers differ in what they take at once. */
    private List<String> statements(SqlDialect dialect) {
        String bare = COMMENT.matcher(text(dialect)).replaceAll("");
        return END.splitAsStream(bare).filter(sql -> !sql.isBlank()).toList();
    }
}
