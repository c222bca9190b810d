package io.counterfoil.ids;

import java.util.UUID;

/**
 * An id of one kind of entity: a UUID that the compiler does not mistake for the id of another kind, and whose text says
 * its kind, such as {@code ldg_01h455vb4pex5vsknk084sn02q} (a TypeID, version 0.3).
 *
 * <p>Implemented by records, one for each kind of entity:
 *
 * <pre>{@code
 * public record LedgerId(UUID uuid) implements TypedId {
 *     public static final IdType<LedgerId> TYPE = IdType.define("ldg", LedgerId.class, LedgerId::new);
 *
 *     @Override
 *     public IdType<LedgerId> type() {
 *         return TYPE;
 *     }
 *
 *     @Override
 *     public String toString() {
 *         return text();
 *     }
 * }
 * }</pre>
 *
 * <p>Do override {@code toString}. A record's own would say {@code LedgerId[uuid=01890a5d-...]}, and a second text of the same id
 * would find its way into logs, URLs and caches, where no search for the first one finds it.
 *
 * <p>Implementations are immutable. Requirements TI-4, TI-5.
 */
public interface TypedId {

    /** The id without its kind. */
    UUID uuid();

    /** The kind: always the same object for all ids of one class. */
    IdType<?> type();

    /** The canonical text: prefix, underscore, {@link UuidBase32}. {@link IdType#parse} reads it back. */
    default String text() {
        return type().prefix() + IdType.SEPARATOR + UuidBase32.encode(uuid());
    }
}
