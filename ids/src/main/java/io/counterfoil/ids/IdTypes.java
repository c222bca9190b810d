package io.counterfoil.ids;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The types among which an id of unknown type is looked up by its prefix.
 *
 * <pre>{@code
 * static final IdTypes IDS = IdTypes.of(LedgerId.TYPE, TransactionId.TYPE);
 *
 * TypedId id = IDS.parse("ldg_01h455vb4pex5vsknk084sn02q"); // a LedgerId
 * }</pre>
 *
 * <p>The types are named and not found: what {@link #parse} knows is written down in one place, and does not depend on which
 * classes were used before. An interface that takes only some kinds of id has an object of its own.
 *
 * <p>Immutable and thread-safe. Requirement TI-5.
 */
public final class IdTypes {

    private final Map<String, IdType<?>> byPrefix = new TreeMap<>();

    private IdTypes(IdType<?>... types) {
        for (IdType<?> type : types) {
            IdType<?> other = byPrefix.putIfAbsent(type.prefix(), type);
            if (other != null) {
                throw new IllegalArgumentException("%s and %s have one prefix".formatted(other, type));
            }
        }
    }

    /**
     * A look-up of these types.
     *
     * @throws IllegalArgumentException when two have one prefix, or one is named twice
     */
    public static IdTypes of(IdType<?>... types) {
        return new IdTypes(types);
    }

    /**
     * The id of a canonical text, of the class that its prefix names. The whole prefix counts: {@code postal_...} is never read
     * as a {@code post_...}.
     *
     * @throws InvalidIdException when the text is no typed id, its prefix is none of these types', or its body is wrong;
     *     the message says which
     */
    public TypedId parse(String text) {
        String prefix = IdType.prefixOf(text);
        return withPrefix(prefix)
                .orElseThrow(() -> new InvalidIdException(
                        "prefix %s is none of the known prefixes %s".formatted(Excerpt.of(prefix), byPrefix.keySet())))
                .parse(text);
    }

    /** The type with exactly this prefix (without the underscore that follows it). */
    public Optional<IdType<?>> withPrefix(String prefix) {
        return Optional.ofNullable(byPrefix.get(prefix));
    }

    /** All the types, in the order of their prefixes; not modifiable. */
    public Collection<IdType<?>> types() {
        return Collections.unmodifiableCollection(byPrefix.values());
    }

    @Override
    public String toString() {
        return "IdTypes" + byPrefix.keySet();
    }
}
