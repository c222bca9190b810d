package io.counterfoil.ids;

/**
 * A typed id of any value: what {@link IdTypes#parse} returns, and the type of a field that takes several kinds of id. A kind of id
 * implements one of the three interfaces below it, which differ in the value: {@link TypedId} (a UUID), {@link TypedLongId} (a
 * {@code long}, such as a Snowflake) and {@link TypedObjectId}.
 *
 * @param <T> the implementing class itself
 */
public sealed interface AnyTypedId<T extends AnyTypedId<T>> extends Comparable<T>
        permits TypedId, TypedLongId, TypedObjectId {

    /** {@return the canonical text: prefix, underscore, the value in the type's format} {@link IdType#parse} reads it back. */
    default String text() {
        return IdType.of(this).text(IdType.valueOf(this));
    }

    /** In the order of the texts. */
    @Override
    int compareTo(T other);
}
