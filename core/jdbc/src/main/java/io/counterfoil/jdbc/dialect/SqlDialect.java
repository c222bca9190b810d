package io.counterfoil.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What differs between databases for the statements of claims, records, and the tables of other features: detection, time, binding of UUIDs and
 * texts, classes of errors; and, each by a part of its own, the {@linkplain #locks locks} of keys, the {@linkplain #schema creation and check}
 * of tables, and the {@linkplain #checks check} of settings. Answers questions and owns no flow. Immutable and thread-safe.
 *
 * <p>A further database is a subclass, named in {@code META-INF/services} or as a provider of a module, and {@linkplain
 * io.counterfoil.jdbc.schema.TableSchema a script} for each feature that is used. What is not overridden is the standard's form. The dialects
 * that need no provider are those of {@link io.counterfoil.jdbc.database.Dialects}.
 */
public abstract class SqlDialect {

    private static final String NULL_NOT_ALLOWED = "22004";

    private final String vendor;
    private final List<String> products;

    /**
     * Names the database.
     *
     * @param vendor the name of the database in the names of scripts
     * @param products the names of the database in messages: unless {@link #isOf} is overridden, those under which drivers report it
     */
    protected SqlDialect(String vendor, String... products) {
        this.vendor = vendor;
        this.products = List.of(products);
    }

    /** {@return the name of the database in the names of scripts, such as {@code postgresql}; what Flyway calls it} */
    public final String vendor() {
        return vendor;
    }

    /** {@return the names of the database in messages} */
    public final List<String> products() {
        return products;
    }

    /**
     * {@return whether a connection leads to this database; unless overridden, by the {@linkplain #products product}}
     *
     * @param connection a connection to any database
     * @throws SQLException when the driver cannot tell
     */
    public boolean isOf(Connection connection) throws SQLException {
        return products.contains(connection.getMetaData().getDatabaseProductName());
    }

    /** {@return the locks of keys, for one store} */
    public abstract KeyLocks locks();

    /** {@return the creation and the check of tables; by default in the standard's form, with the scripts of the {@link #vendor}} */
    public SchemaDialect schema() {
        return new SchemaDialect(vendor);
    }

    /** {@return the check of settings; by default nothing is known against them} */
    public DatabaseChecks checks() {
        return new DatabaseChecks() {};
    }

    /** {@return how rows are locked by their keys; by default a query locks only what it finds} */
    public RowLocking rowLocking() {
        return RowLocking.PLAIN;
    }

    /** {@return the expression of the database's time at the start of the statement, in microseconds since 1970} */
    public abstract String now();

    /** {@return the end of a query that selects its first rows; their number is one parameter} */
    public String limit() {
        return " FETCH FIRST ? ROWS ONLY";
    }

    /** {@return the end of a query that selects the one row after its first; the number of those is one parameter} */
    public String after() {
        return " OFFSET ? ROWS FETCH FIRST 1 ROWS ONLY";
    }

    /**
     * {@return the condition that columns are one of several tuples of parameters, in the form in which the database finds each of them by an index}
     *
     * @param columns the columns' names, at least one
     * @param tuples how many tuples, at least one; each has one parameter for each column
     */
    public String isOneOf(List<String> columns, int tuples) {
        String tuple = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        return "(%s) IN (%s)"
                .formatted(String.join(", ", columns), String.join(", ", Collections.nCopies(tuples, tuple)));
    }

    /**
     * {@return whether an insert updates the row that it collides with or passes over it, and a change of rows returns them ({@code ON CONFLICT},
     * {@code RETURNING}, also over parameters that are arrays)}
     */
    public boolean returnsChangedRows() {
        return false;
    }

    /** {@return whether rows of one table are on several nodes, so that the tables of features have a column that finds the node} */
    public boolean isDistributed() {
        return false;
    }

    /**
     * {@return whether a statement failed because of any unique key}
     *
     * @param failure what the statement failed with
     */
    public abstract boolean isDuplicateKey(SQLException failure);

    /**
     * {@return whether a statement did not get a lock of another transaction: at once ({@code NOWAIT}), or within a time limit}
     *
     * @param failure what the statement failed with
     */
    public abstract boolean isLockTimeout(SQLException failure);

    /**
     * {@return whether it is a deadlock or a serialization failure}
     *
     * @param failure what the statement or the commit failed with
     */
    public abstract boolean isConflict(SQLException failure);

    /**
     * {@return whether a statement or a commit failed only because of another transaction at the same time: a deadlock, a serialization failure, a
     * lock that was waited for too long} The whole transaction can be rolled back and run again. On H2, above READ COMMITTED, the
     * violation of a key by a row that this transaction does not see is not recognised.
     *
     * @param failure what the statement or the commit failed with
     */
    public final boolean canRunAgain(SQLException failure) {
        return isConflict(failure) || isLockTimeout(failure);
    }

    /**
     * {@return the value that a driver takes for a UUID, by {@link java.sql.PreparedStatement#setObject(int, Object)}}
     *
     * @param uuid the UUID
     */
    public Object toJdbc(UUID uuid) {
        return uuid;
    }

    /**
     * {@return the UUID in a column of the current row, as {@link #toJdbc(UUID)} put it there}
     *
     * @param row the result set, at the row
     * @param column the column's label
     * @throws SQLException when the driver fails
     * @throws SQLDataException when it is {@code NULL}; the message names the column
     */
    public final UUID getUuid(ResultSet row, String column) throws SQLException {
        UUID uuid = read(row, column);
        if (uuid == null) {
            throw new SQLDataException("column %s is NULL, a UUID expected".formatted(column), NULL_NOT_ALLOWED);
        }
        return uuid;
    }

    /**
     * {@return the UUID in a column of the current row; {@code null} where that is {@code NULL}}
     *
     * @param row the result set, at the row
     * @param column the column's label
     * @throws SQLException when the driver fails
     */
    protected @Nullable UUID read(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    /**
     * {@return the value that a driver takes for a text that is compared byte by byte, by {@link java.sql.PreparedStatement#setObject(int,
     * Object)}}
     *
     * @param text the text
     */
    public Object toJdbc(String text) {
        return text;
    }

    /**
     * {@return the text in a column of the current row, as {@link #toJdbc(String)} stored it}
     *
     * @param row the result set, at the row
     * @param column the column's label
     * @throws SQLException when the driver fails
     * @throws SQLDataException when it is {@code NULL}; the message names the column
     */
    public final String getText(ResultSet row, String column) throws SQLException {
        return findText(row, column)
                .orElseThrow(() ->
                        new SQLDataException("column %s is NULL, a text expected".formatted(column), NULL_NOT_ALLOWED));
    }

    /**
     * {@return the text in a column of the current row; empty where it is {@code NULL}}
     *
     * @param row the result set, at the row
     * @param column the column's label
     * @throws SQLException when the driver fails
     */
    public Optional<String> findText(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }

    /** The {@link #vendor}. */
    @Override
    public final String toString() {
        return vendor;
    }
}
