package io.counterfoil.jdbc.reference;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReadableId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.ids.TypedId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The readable ids of the entities of one kind: a second identifier for people, beside the entity's own.
 *
 * <pre>{@code
 * static final ReadableIds<OrderId> ORDER_NUMBERS =
 *         ReadableIds.in(References.on(Dialects.POSTGRESQL).of("order-number", OrderId.TYPE));
 *
 * ReadableId number = ORDER_NUMBERS.assign(connection, Namespace.SERVICE, order.id());
 * Optional<OrderId> found = ORDER_NUMBERS.find(connection, Namespace.SERVICE, ReadableId.parse(typed));
 * }</pre>
 *
 * <p>They are kept as names in {@code counterfoil_reference}, of a kind of their own, so that the table's primary key makes them unique
 * within their {@link Namespace}. What is said of {@link References} holds: assign one in the transaction that creates the entity,
 * release it in the one that deletes it. To show it, keep it in the entity's row too; the directory finds the entity by it, and not the
 * reverse.
 *
 * <p>Immutable and thread-safe, as far as the source of ids is.
 *
 * @param <I> the entities' id
 */
public final class ReadableIds<I extends TypedId<I>> {

    /** How many ids are drawn before a namespace is taken to be full. */
    public static final int ATTEMPTS = 10;

    private final References<I> names;
    private final Supplier<ReadableId> source;

    private ReadableIds(References<I> names, Supplier<ReadableId> source) {
        this.names = names;
        this.source = Objects.requireNonNull(source, "source");
    }

    /**
     * {@return readable ids as names of a kind, drawn by {@link ReadableId#next()}}
     *
     * @param <I> the class of the entities' ids
     * @param names the kind, which has no other names
     */
    public static <I extends TypedId<I>> ReadableIds<I> in(References<I> names) {
        return in(names, ReadableId::next);
    }

    /**
     * {@return readable ids as names of a kind, drawn from a source}
     *
     * @param <I> the class of the entities' ids
     * @param names the kind, which has no other names
     * @param source what the ids are drawn from
     */
    public static <I extends TypedId<I>> ReadableIds<I> in(References<I> names, Supplier<ReadableId> source) {
        return new ReadableIds<>(names, source);
    }

    /**
     * Gives an entity a readable id that no other entity of the namespace has: draws one, and draws again where it is taken.
     *
     * @param connection in the transaction that creates the entity
     * @param namespace in which the readable id is unique
     * @param entity the entity
     * @return the readable id that the entity has, as soon as the transaction commits
     * @throws IllegalStateException when {@value #ATTEMPTS} in a row are taken; nothing was done
     * @throws SQLException the driver's
     */
    public ReadableId assign(Connection connection, Namespace namespace, I entity) throws SQLException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            ReadableId drawn = source.get();
            if (!(names.bind(connection, namespace, name(drawn), entity) instanceof Binding.Taken<I>)) {
                return drawn;
            }
        }
        throw new IllegalStateException(
                "%s consecutive readable IDs are taken in %s of %s: use another kind or namespace"
                        .formatted(ATTEMPTS, names, namespace));
    }

    /**
     * {@return the entity that a readable id names; empty where it names none}
     *
     * @param connection to the database that has the table
     * @param namespace of the readable id
     * @param id the readable id
     * @throws SQLException the driver's
     */
    public Optional<I> find(Connection connection, Namespace namespace, ReadableId id) throws SQLException {
        return names.find(connection, namespace, name(id));
    }

    /**
     * Frees a readable id, if it is this entity's: for the transaction that deletes the entity.
     *
     * @param connection in the transaction that deletes the entity
     * @param namespace of the readable id
     * @param id the readable id
     * @param entity the entity
     * @return whether it did
     * @throws SQLException the driver's
     */
    public boolean release(Connection connection, Namespace namespace, ReadableId id, I entity) throws SQLException {
        return names.release(connection, namespace, name(id), entity);
    }

    private static ReferenceId name(ReadableId id) {
        return new ReferenceId(id.text());
    }

    @Override
    public String toString() {
        return "ReadableIds[" + names + "]";
    }
}
