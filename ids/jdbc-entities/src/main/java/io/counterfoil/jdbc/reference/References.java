package io.counterfoil.jdbc.reference;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.insert.Inserted;
import io.counterfoil.jdbc.internal.KindName;
import io.counterfoil.jdbc.internal.OpenTransaction;
import io.counterfoil.jdbc.schema.TableSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The directory of the entities of one kind: which entity a reference ID is bound to. A client that lost the response to a creation finds the
 * entity by the name that it gave it.
 *
 * <pre>{@code
 * static final References<OrderId> ORDER_NAMES = References.on(Dialects.POSTGRESQL).of("order", OrderId.TYPE);
 *
 * Binding<OrderId> binding = ORDER_NAMES.bind(connection, Namespace.ofClient(client), reference, order.id());
 * Optional<OrderId> found = ORDER_NAMES.find(connection, Namespace.ofClient(client), reference);
 * }</pre>
 *
 * <p>A name is unique in its {@link Namespace} and kind, whatever the endpoint or the time; it is compared byte by byte. An entity
 * may have several names. A name lasts until it is {@linkplain #release released}, which belongs into the transaction that deletes the
 * entity: nothing here knows of that by itself.
 *
 * <p>The names are in the table {@code counterfoil_reference}, which {@link #SCHEMA} makes, one row each. All happens in the
 * connection's transaction as it is found; nothing is committed or rolled back. Bind a name in the transaction that creates its entity.
 *
 * <h2>At the same time</h2>
 *
 * <p>A transaction that binds a name which another open one is binding waits until that ends, as long as the database lets a statement wait:
 * if it commits, the name is taken; if it rolls back, it is free. Those that bind many do it in one order, so that two of them do not wait
 * for each other; two transactions that bind several names one by one in different order may, and the database ends one of them. Above
 * READ COMMITTED, a name that was bound after the transaction's first look may end it: {@link io.counterfoil.jdbc.insert.InsertOrFind} describes
 * which database does when. {@link SqlDialect#canRunAgain} identifies what can be run again. A name that is taken ends no transaction.
 *
 * <p>Immutable and thread-safe.
 *
 * @param <I> the entities' id
 */
public final class References<I extends TypedId<I>> {

    /** The table: {@code SCHEMA.create(dataSource)}, or {@code SCHEMA.script(dialect)} for your own migrations. */
    public static final TableSchema SCHEMA = TableSchema.of(References.class, "references", ReferenceTable.NAME);

    /** The longest name of a kind, in characters. */
    public static final int MAX_KIND_LENGTH = KindName.MAX_LENGTH;

    private final ReferenceTable table;
    private final IdType<I> type;

    private References(ReferenceTable table, IdType<I> type) {
        this.table = table;
        this.type = Objects.requireNonNull(type, "type");
    }

    /**
     * Starts with a database.
     *
     * @param dialect the database's
     * @return the step that names the kind of entity
     */
    public static Kinds on(SqlDialect dialect) {
        return new Kinds(dialect);
    }

    /** The step that names the kind of entity. Immutable and thread-safe. */
    public static final class Kinds {

        private final SqlDialect dialect;

        private Kinds(SqlDialect dialect) {
            this.dialect = Objects.requireNonNull(dialect, "dialect");
        }

        /**
         * {@return the directory of a kind}
         *
         * @param <I> the class of the entities' ids
         * @param kind what its rows are found by, for ever: 1 to {@value References#MAX_KIND_LENGTH} characters of printable ASCII
         *     without spaces, {@code order}
         * @param type the ids' type
         * @throws IllegalArgumentException when it is another
         */
        public <I extends TypedId<I>> References<I> of(String kind, IdType<I> type) {
            return new References<>(new ReferenceTable(dialect, KindName.checked(kind)), type);
        }
    }

    /**
     * Binds a name to an entity, unless it is bound already.
     *
     * @param connection in the transaction that creates the entity
     * @param namespace of the name
     * @param reference the name
     * @param entity the entity
     * @return one of the three cases
     * @throws SQLException the driver's; as {@link io.counterfoil.jdbc.insert.InsertOrFind#execute}
     */
    public Binding<I> bind(Connection connection, Namespace namespace, ReferenceId reference, I entity)
            throws SQLException {
        Inserted<UUID> row = table.bind(connection, namespace, reference, entity.value());
        if (row instanceof Inserted.Created<UUID>) {
            return new Binding.Bound<>();
        }
        return row.row().equals(entity.value()) ? new Binding.Known<>() : new Binding.Taken<>(type.of(row.row()));
    }

    /**
     * Gives many entities their names, in a few statements. Those names that stand for another entity are left as they are, and the
     * others are bound.
     *
     * @param connection in the transaction that creates the entities, with auto-commit off
     * @param namespace of the names
     * @param names which name for which entity; an entity may be there several times
     * @return the names that stand for another entity, and for which; none when all stand for theirs now. Cannot be changed
     * @throws IllegalStateException when the connection commits by itself; nothing was done
     * @throws SQLException the driver's; or, very rarely, because a name was bound and released by others all the time. Some names may be
     *     bound: roll back
     */
    public Map<ReferenceId, I> bindAll(Connection connection, Namespace namespace, Map<ReferenceId, I> names)
            throws SQLException {
        OpenTransaction.require(connection, "to bind many names");
        SortedMap<ReferenceId, UUID> sorted = new TreeMap<>(Comparator.comparing(ReferenceId::value));
        names.forEach((reference, entity) -> sorted.put(reference, entity.value()));
        return typed(sorted.keySet(), table.bindAll(connection, namespace, sorted));
    }

    /**
     * Gives an entity a name of the service's making.
     *
     * @param connection in the transaction that creates the entity
     * @param namespace of the name
     * @param entity the entity
     * @return the new name, by {@link ReferenceId#next()}
     * @throws SQLException the driver's
     */
    public ReferenceId name(Connection connection, Namespace namespace, I entity) throws SQLException {
        while (true) {
            ReferenceId fresh = ReferenceId.next();
            if (bind(connection, namespace, fresh, entity) instanceof Binding.Bound<I>) {
                return fresh;
            }
        }
    }

    /**
     * {@return the entity that a name is bound to, as any query sees it; empty where it is free}
     *
     * @param connection to the database that has the table
     * @param namespace of the name
     * @param reference the name
     * @throws SQLException the driver's
     */
    public Optional<I> find(Connection connection, Namespace namespace, ReferenceId reference) throws SQLException {
        return table.find(connection, namespace, reference).map(type::of);
    }

    /**
     * The entities that names stand for, in a few queries.
     *
     * @param connection to the database that has the table
     * @param namespace of the names
     * @param references the names; may be empty
     * @return the names that are bound, in the order of the argument; unmodifiable
     * @throws SQLException the driver's
     */
    public Map<ReferenceId, I> findAll(Connection connection, Namespace namespace, Collection<ReferenceId> references)
            throws SQLException {
        return typed(references, table.findAll(connection, namespace, references));
    }

    private Map<ReferenceId, I> typed(Collection<ReferenceId> order, Map<ReferenceId, UUID> found) {
        Map<ReferenceId, I> typed = new LinkedHashMap<>();
        for (ReferenceId reference : order) {
            UUID entity = found.get(reference);
            if (entity != null) {
                typed.put(reference, type.of(entity));
            }
        }
        return Collections.unmodifiableMap(typed);
    }

    /**
     * Frees a name, if it is bound to this entity: for the transaction that deletes the entity. It can be bound again at once.
     *
     * @param connection in the transaction that deletes the entity
     * @param namespace of the name
     * @param reference the name
     * @param entity the entity
     * @return whether it did
     * @throws SQLException the driver's
     */
    public boolean release(Connection connection, Namespace namespace, ReferenceId reference, I entity)
            throws SQLException {
        return table.release(connection, namespace, reference, entity.value());
    }

    @Override
    public String toString() {
        return "References[" + table.kind() + "]";
    }
}
