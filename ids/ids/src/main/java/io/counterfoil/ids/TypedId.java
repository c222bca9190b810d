package io.counterfoil.ids;

import io.counterfoil.ids.text.UuidBytes;
import java.util.UUID;

/**
 * An id of one kind of entity: a UUID that the compiler does not mistake for the id of another kind, and whose text says
 * its kind, such as {@code acct_039srkj01e44uynszf2f2njh3}. {@link TypedLongId} and {@link TypedObjectId} are the same for other
 * values.
 *
 * <p>Implemented by records, one for each kind of entity. One line makes a type:
 *
 * <pre>{@code
 * @Prefix("acct")
 * public record AccountId(UUID value) implements TypedId<AccountId> {}
 * }</pre>
 *
 * <p>and {@link IdType} makes, reads and prints its ids: {@code IdType.of(AccountId.class).next()}. Two lines more are worth
 * having, and the guide has them:
 *
 * <pre>{@code
 * @Prefix("acct")
 * public record AccountId(UUID value) implements TypedId<AccountId> {
 *     public static final IdType<AccountId> TYPE = IdType.of(AccountId.class, AccountId::new);
 *
 *     @Override
 *     public String toString() {
 *         return text();
 *     }
 * }
 * }</pre>
 *
 * <p>The constant finds the type without reflection. The override is there because a record's own {@code toString} says {@code
 * AccountId[value=01890a5d-...]}: a second text of the same id, which would find its way into logs, URLs and caches, where no
 * search for the first one finds it.
 *
 * <p>Ids are ordered by the unsigned bytes of their UUIDs, which is the order of their texts. Implementations are immutable.
 *
 * @param <T> the implementing class itself
 */
public non-sealed interface TypedId<T extends TypedId<T>> extends AnyTypedId<T> {

    /** {@return the id without its kind} */
    UUID value();

    /** In the order of the texts. */
    @Override
    default int compareTo(T other) {
        return UuidBytes.compare(value(), other.value());
    }
}
