package io.counterfoil.ids;

import io.counterfoil.ids.generator.ObjectId;

/**
 * A typed id that is an {@link ObjectId}; all else is as {@link TypedId} says.
 *
 * <pre>{@code
 * @Prefix("doc")
 * public record DocumentId(ObjectId value) implements TypedObjectId<DocumentId> {}
 *
 * IdType.of(DocumentId.class).next(); // of ObjectId.next()
 * }</pre>
 *
 * <p>Implementations are immutable.
 *
 * @param <T> the implementing class itself
 */
public non-sealed interface TypedObjectId<T extends TypedObjectId<T>> extends AnyTypedId<T> {

    /** {@return the id without its kind} */
    ObjectId value();

    /** In the order of the texts. */
    @Override
    default int compareTo(T other) {
        return value().compareTo(other.value());
    }
}
