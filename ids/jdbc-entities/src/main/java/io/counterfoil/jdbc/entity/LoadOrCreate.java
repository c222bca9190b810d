package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.CommandId;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.jdbc.insert.Inserted;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The creation of an entity under an id that the client made, which can be repeated: it loads the entity, or else creates it. A retry
 * gets the entity, and nothing of the command is done again.
 *
 * <pre>{@code
 * static final LoadOrCreate<Order> CREATION = LoadOrCreate.of(ORDERS);   // an InsertOrFind<Order>, its key the order's id
 *
 * Inserted<Order> order = CREATION.execute(
 *         connection,
 *         id,
 *         () -> {
 *             RULE.check(id.value()).orElseThrow(BadOrderIdException::new);
 *             return new Object[] {id, customer, openedAt};
 *         },
 *         created -> insertLines(connection, created.id(), lines));
 * }</pre>
 *
 * <p>In this order, because it matters:
 *
 * <ol>
 *   <li>The entity is looked up. If it exists, it is the result: a retry may come days later, when its id would no longer pass the
 *       check of its time.
 *   <li>The row's values are computed: here the id is validated, and the command may be rejected.
 *   <li>The row is inserted. Of several creations at the same time one inserts; the others wait for it on the unique key, and get its row
 *       as soon as it commits, or insert theirs if it rolls back: as described by {@link InsertOrFind}, with its exceptions.
 *   <li>The one that inserted does the rest of the creation, which may be anything on the same connection. All others never do.
 * </ol>
 *
 * <p>The connection's transaction continues, and the entity exists when it commits. The step that inserts and the rest are done both
 * or not at all: when the rest throws, the row is gone too, and the transaction is as it was, unless the database has ended it. On a
 * connection that commits by itself they are one transaction of their own. Then, as with every commit, an exception may mean that its
 * response alone was lost: a retry finds out.
 *
 * <p>A creation costs the look-up, the insert and, where there is a rest, a savepoint; a retry the look-up alone. What to run again after
 * a deadlock or a serialization failure, as identified by {@link io.counterfoil.jdbc.dialect.SqlDialect#canRunAgain}. Immutable and thread-safe.
 *
 * @param <T> the entity, as its row is read
 */
public final class LoadOrCreate<T> {

    private final InsertOrFind<T> rows;

    private LoadOrCreate(InsertOrFind<T> rows) {
        this.rows = rows;
    }

    /**
     * {@return creations of entities in a table}
     *
     * @param <T> the entity, as its row is read
     * @param rows the table; its key is one column, the entity's id
     */
    public static <T> LoadOrCreate<T> of(InsertOrFind<T> rows) {
        return new LoadOrCreate<>(rows);
    }

    /**
     * Loads the entity, or else creates it by an insert of its row.
     *
     * @param <X> how the row's values refuse
     * @param connection to the database that has the table; stays open
     * @param id the value of the key's column
     * @param row the row's values; called only where the entity does not exist
     * @return {@link Inserted.Created} or {@link Inserted.Existing}; {@link Inserted#requireSame} checks whether the client used one id
     *     for two things
     * @throws X what the row's values threw; nothing was done
     * @throws IllegalStateException when the row's values have another id than that
     * @throws SQLException as {@link InsertOrFind#execute}
     */
    public <X extends Exception> Inserted<T> execute(Connection connection, Object id, Row<X> row)
            throws SQLException, X {
        Optional<T> found = rows.find(connection, id);
        if (found.isPresent()) {
            return new Inserted.Existing<>(found.get());
        }
        return rows.execute(connection, values(id, row));
    }

    /**
     * Loads the entity, or else creates it by an insert of its row and whatever else makes it complete.
     *
     * @param <X> how the row's values or the rest refuse
     * @param connection to the database that has the table; stays open
     * @param id the value of the key's column
     * @param row the row's values; called only where the entity does not exist
     * @param rest what else belongs to the creation; done by the one that has inserted the row
     * @return {@link Inserted.Created} or {@link Inserted.Existing}, with the row as it was inserted or is found
     * @throws X what the row's values or the rest threw; nothing was done
     * @throws IllegalStateException when the row's values have another id than that
     * @throws SQLException as {@link InsertOrFind#execute}, or of the rest; on PostgreSQL also (SQLState 25P02) where the rest caught the
     *     failure of a statement, which has aborted the transaction; nothing was done
     */
    public <X extends Exception> Inserted<T> execute(
            Connection connection, Object id, Row<X> row, Rest<? super T, X> rest) throws SQLException, X {
        Optional<T> found = rows.find(connection, id);
        if (found.isPresent()) {
            return new Inserted.Existing<>(found.get());
        }
        @Nullable Object[] values = values(id, row);
        return AllOrNothing.<Inserted<T>, X>run(connection, () -> {
            Inserted<T> inserted = rows.execute(connection, values);
            if (inserted instanceof Inserted.Created<T>) {
                rest.create(inserted.row());
            }
            return inserted;
        });
    }

    /**
     * {@return the same creations, of which each has the id of its command along with the entity's}
     *
     * <p>The entity's id decides: where the entity exists, nothing is created. The command's id is put down beside it in {@code
     * counterfoil_creation}, in the transaction that creates the entity, and compared on every retry for as long as it is kept there. A
     * retry of the same pair gets the entity; a command's id with another entity's, and an entity's with another command's, are refused.
     * Once the row is forgotten or pruned, the entity's id alone identifies the creation.
     *
     * @param <I> the entity's id
     * @param command what the commands are, and where they are kept
     */
    public <I> Commanded<I, T> commandedBy(CreationCommand<I> command) {
        return new Commanded<>(this, command);
    }

    private <X extends Exception> @Nullable Object[] values(Object id, Row<X> row) throws SQLException, X {
        @Nullable Object[] values = row.values();
        if (!rows.hasKey(id, values)) {
            throw new IllegalStateException(
                    "the entity was created under another ID than the requested %s: each retry would create a further entity"
                            .formatted(id));
        }
        return values;
    }

    /**
     * Creations under the entity's id, made by the client, and the id of their command. Immutable and thread-safe.
     *
     * @param <I> the entity's id
     * @param <T> the entity, as its row is read
     */
    public static final class Commanded<I, T> {

        private final LoadOrCreate<T> creation;
        private final CreationCommand<I> command;

        private Commanded(LoadOrCreate<T> creation, CreationCommand<I> command) {
            this.creation = creation;
            this.command = command;
        }

        /**
         * Loads the entity, or else creates it by an insert of its row, a row of the command, and whatever else makes it complete.
         *
         * @param <X> how the row's values or the rest refuse
         * @param connection to the database that has the tables; stays open
         * @param id the value of the key's column
         * @param commandId the command's id; its form is checked as by {@link CreationCommand#once}, where an entity is created
         * @param row the row's values; called only where the entity does not exist
         * @param rest what else belongs to the creation; done by the one that has inserted the row
         * @return {@link Inserted.Created} or {@link Inserted.Existing}, with the row as it was inserted or is found
         * @throws X what the row's values or the rest threw; nothing was done
         * @throws CommandMismatchException when one of the two ids was used with another before; nothing was done
         * @throws RejectedCommandIdException when the command's id is not as it must be; nothing was done
         * @throws io.counterfoil.jdbc.insert.DifferentContentsException when a command of another name has this id; nothing was done
         * @throws CreationInFlightException when the database would wait no longer for another creation by this command; nothing was done
         * @throws SQLException as {@link LoadOrCreate#execute(Connection, Object, Row, Rest)}
         */
        public <X extends Exception> Inserted<T> execute(
                Connection connection, I id, CommandId commandId, Row<X> row, Rest<? super T, X> rest)
                throws SQLException, X {
            Inserted<T> entity = creation.<X>execute(connection, id, row, created -> {
                command.remember(connection, commandId, id);
                rest.create(created);
            });
            if (entity instanceof Inserted.Existing<T>) {
                command.requirePair(connection, commandId, id);
            }
            return entity;
        }
    }

    /**
     * Makes the values of a new entity's row.
     *
     * @param <X> how it refuses
     */
    @FunctionalInterface
    public interface Row<X extends Exception> {

        /**
         * {@return one value for each column of the {@link InsertOrFind}, in their order; {@code null} for {@code NULL}}
         *
         * @throws SQLException the driver's
         * @throws X the refusal
         */
        @Nullable
        Object[] values() throws SQLException, X;
    }

    /**
     * Does what a creation does besides the insert of the entity's row.
     *
     * @param <T> the entity
     * @param <X> how it refuses
     */
    @FunctionalInterface
    public interface Rest<T, X extends Exception> {

        /**
         * Creates the rest, on the connection that inserted the row.
         *
         * @param inserted the entity, as its row was inserted
         * @throws SQLException the driver's
         * @throws X the refusal
         */
        void create(T inserted) throws SQLException, X;
    }
}
