package io.counterfoil.jdbc.insert;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An insert that can be repeated: it inserts a row with the key that the application assigned, or finds the row that has this
 * key, and reports which. A client that lost the response to an insert sends it again with the same id; there is one row in the end.
 *
 * <pre>{@code
 * static final InsertOrFind<Account> ACCOUNTS = InsertOrFind.on(Dialects.POSTGRESQL)
 *         .into("account")
 *         .columns("id", "owner", "opened_at")
 *         .key("id")
 *         .reading(row -> new Account(IdColumn.UUID.get(row, "id", AccountId.TYPE), row.getString("owner")));
 *
 * Inserted<Account> account = ACCOUNTS.execute(connection, id, owner, openedAt);
 * }</pre>
 *
 * <p>Immutable and thread-safe; made once, and used with any connection to a database of its dialect.
 *
 * <h2>The transaction</h2>
 *
 * <p>All happens in the connection's transaction as it is found: nothing is committed or rolled back, no setting is
 * changed. After an {@link Inserted} of either case the transaction continues. A created row exists when the
 * transaction commits. On PostgreSQL a created row costs one round trip, an existing one two; on other databases both
 * cost two.
 *
 * <h2>At the same time</h2>
 *
 * <p>Uniqueness is the database's: the key must be the columns of a primary key or unique constraint. An insert of a key that
 * an open transaction has inserted waits for its end (as long as the database lets a statement wait): if that one commits,
 * the row exists; if it rolls back, this insert creates it. A row that is deleted between the insert that met it and the query
 * that reads it is inserted again, up to {@value #ATTEMPTS} times.
 *
 * <p>A violation of <em>another</em> unique key is no existing row: it surfaces as the driver's exception. So does every other
 * failure. These have to do with concurrency, and the whole transaction can be run again:
 *
 * <ul>
 *   <li>PostgreSQL, REPEATABLE READ and SERIALIZABLE: a row with the key was committed after the transaction's snapshot was
 *       taken, so that it can be neither inserted nor seen: serialization failure, state 40001. MariaDB with {@code
 *       innodb_snapshot_isolation} (off by default before 11.6): the same, as error 1020. MySQL, and MariaDB without: no
 *       failure at any level, because the row is read as of now, with a share lock. H2, above READ COMMITTED: the violation of
 *       the key itself, state 23505.
 *   <li>MySQL and MariaDB: several inserts wait for one that rolls back: InnoDB lets one of them go on, and may end the others
 *       as deadlocks, error 1213, with their transactions.
 * </ul>
 *
 * <p>PostgreSQL refuses at every insert a key that is not unique, and a table that has a deferrable unique constraint;
 * statement-level triggers of the table may fire twice there. The other databases do not notice that a key is not unique. As
 * soon as two rows have one key, {@link #execute} does, and throws {@link IllegalStateException}: roll back then.
 *
 * @param <T> what a row is read as
 */
public final class InsertOrFind<T> {

    /** How often a row that comes and goes is tried for. */
    public static final int ATTEMPTS = 3;

    private final InsertDefinition definition;
    private final RowReader<T> reader;

    InsertOrFind(InsertDefinition definition, RowReader<T> reader) {
        this.definition = definition;
        this.reader = reader;
    }

    /**
     * Starts a definition. Every step throws {@link IllegalArgumentException} at once where a name is not allowed, or does not
     * fit those before.
     *
     * <p>A name is plain, as {@code opened_at}, and means to the database what it means in a statement (a reserved word is
     * refused by it); or it is in double quotes, as {@code "\"Order\""}, on MySQL too. A table may have its schema
     * before it. Names have at most 63 characters each. They become part of statements, so they are checked; yet they are
     * meant to come from the program, not from its users.
     *
     * @param dialect the database's
     * @return the step that names the table
     */
    public static Into on(SqlDialect dialect) {
        return name -> {
            SqlName table = SqlName.table(name);
            return names -> {
                List<SqlName> columns = SqlName.columns(names);
                return key -> InsertDefinition.of(dialect, table, columns, SqlName.columns(key));
            };
        };
    }

    /**
     * Inserts a row of these values, or finds the row with their key.
     *
     * <p>A typed id is bound as its value: a {@link UUID} by the dialect, a number as it is, an {@link ObjectId} as its 12 bytes. For a
     * column of another form, pass what {@link io.counterfoil.jdbc.ids.IdColumn#toJdbc} makes of it. Any other value is bound by {@link
     * PreparedStatement#setObject(int, Object)}, so it may be of the classes that the driver takes there.
     *
     * @param connection to the database that has the table; stays open
     * @param values one for each column, in their order; {@code null} for {@code NULL}, but not in the key
     * @return {@link Inserted.Created} or {@link Inserted.Existing}, with the row as the database has it
     * @throws IllegalArgumentException when there are more or fewer values than columns, or one of the key is {@code null}; nothing was
     *     sent
     * @throws RowNotVisibleException when the row could not be read after it was inserted or met
     * @throws IllegalStateException when several rows have the key: it is not unique
     * @throws SQLException the driver's: a violation of another unique key, and all other failures. What is left of the transaction is
     *     the database's to say: PostgreSQL has to roll it back; the others undo the statement alone, save for a deadlock
     */
    public Inserted<T> execute(Connection connection, @Nullable Object... values) throws SQLException {
        definition.check(values);
        SQLException violation = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            boolean created = false;
            String insert = attempt == 0 ? definition.insert() : definition.insertAgain();
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                bind(statement, values);
                if (statement.execute()) {
                    try (ResultSet rows = statement.getResultSet()) {
                        if (rows.next()) {
                            return new Inserted.Created<>(reader.read(rows));
                        }
                    }
                } else {
                    created = true;
                }
            } catch (SQLException failure) {
                if (!definition.inserts().survivesFailedStatements()
                        || !definition.dialect().isDuplicateKey(failure)) {
                    throw failure;
                }
                violation = failure;
            }
            Optional<T> row = query(connection, definition.select(), definition.keyOf(values));
            if (row.isPresent()) {
                return created ? new Inserted.Created<>(row.get()) : new Inserted.Existing<>(row.get());
            }
            if (created) {
                throw RowNotVisibleException.inserted(definition.table());
            }
        }
        // Violated time after time, and no row has the key: then it is another key that is violated.
        throw violation != null ? violation : RowNotVisibleException.found(definition.table(), ATTEMPTS);
    }

    /**
     * {@return the row with a key, read as any query reads it: without a lock, and as of the transaction's snapshot where there is one;
     * empty where there is none}
     *
     * @param connection to the database that has the table; stays open
     * @param key one value for each column of the key, in the order in which the columns have been named
     * @throws IllegalArgumentException when there are more or fewer values than the key has columns; nothing was sent
     * @throws IllegalStateException when several rows have the key: it is not unique
     * @throws SQLException the driver's
     */
    public Optional<T> find(Connection connection, Object... key) throws SQLException {
        definition.checkKey(key);
        return query(connection, definition.load(), key);
    }

    /**
     * {@return whether a row of these values has this key, so that {@link #find} with the key would find it} A typed id is its value here.
     *
     * @param key the value of the key's one column
     * @param values one for each column, in their order
     * @throws IllegalArgumentException when there are more or fewer values than columns, or one of the key is {@code null}
     */
    public boolean hasKey(Object key, @Nullable Object[] values) {
        definition.check(values);
        @Nullable Object[] own = definition.keyOf(values);
        return own.length == 1 && own[0] != null && Objects.deepEquals(toJdbc(own[0]), toJdbc(key));
    }

    private Optional<T> query(Connection connection, String select, @Nullable Object[] key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            bind(statement, key);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return Optional.empty();
                }
                T row = reader.read(rows);
                if (rows.next()) {
                    throw new IllegalStateException(
                            "several rows have the same key: %s must be unique".formatted(definition));
                }
                return Optional.of(row);
            }
        }
    }

    private void bind(PreparedStatement statement, @Nullable Object[] values) throws SQLException {
        int index = 0;
        for (Object value : values) {
            index++;
            if (value == null) {
                statement.setNull(index, Types.NULL);
            } else {
                statement.setObject(index, toJdbc(value));
            }
        }
    }

    private Object toJdbc(Object value) {
        Object plain = value instanceof AnyTypedId<?> id ? IdType.valueOf(id) : value;
        if (plain instanceof UUID uuid) {
            return definition.dialect().toJdbc(uuid);
        }
        return plain instanceof ObjectId objectId ? objectId.toByteArray() : plain;
    }

    /** The step that names the table. */
    @FunctionalInterface
    public interface Into {

        /**
         * Names the table.
         *
         * @param table with or without its schema
         * @return the step that names the columns
         */
        Columns into(String table);
    }

    /** The step that names the columns. */
    @FunctionalInterface
    public interface Columns {

        /**
         * Names the columns that get a value.
         *
         * @param columns those of the key among them, in the order of the values
         * @return the step that names the key
         */
        Key columns(String... columns);
    }

    /** The step that names the key. */
    @FunctionalInterface
    public interface Key {

        /**
         * Names the key.
         *
         * @param columns those of the primary key or unique constraint that a repeated insert meets, all of them
         * @return the last step
         */
        Reading key(String... columns);
    }

    /** The last step. */
    public interface Reading {

        /**
         * Names the columns that the reader reads, where they are not those that get a value: defaults, for example.
         *
         * @param columns all that it reads
         * @return this step
         */
        Reading returning(String... columns);

        /**
         * {@return the definition, complete, whose rows are read by this reader}
         *
         * @param <T> what a row is read as
         * @param reader makes a value of a row
         */
        <T> InsertOrFind<T> reading(RowReader<T> reader);
    }

    @Override
    public String toString() {
        return "InsertOrFind[" + definition + "]";
    }

    /**
     * Makes a value of a row. It reads the columns of the current row, and neither moves nor closes the result.
     *
     * @param <T> what a row is read as
     */
    @FunctionalInterface
    public interface RowReader<T> {

        /**
         * {@return the value of the current row}
         *
         * @param row the result set, at its current row
         * @throws SQLException the driver's
         */
        T read(ResultSet row) throws SQLException;
    }
}
