package io.counterfoil.ids;

import io.counterfoil.ids.internal.Excerpt;
import io.counterfoil.ids.text.InvalidIdException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The types among which an id of unknown type is looked up by its prefix.
 *
 * <pre>{@code
 * static final IdTypes IDS = IdTypes.of(AccountId.class, SessionId.class);
 *
 * AnyTypedId<?> id = IDS.parse("acct_039srkj01e44uynszf2f2njh3"); // an AccountId
 * }</pre>
 *
 * <p>The types are named and not found: what {@link #parse} knows is written down in one place, and does not depend on which
 * classes were used before. An interface that takes only some kinds of id has an object of its own. {@link #discover} is for
 * those that take all there are: it finds what the compiler wrote down.
 *
 * <p>Immutable and thread-safe.
 */
public final class IdTypes {

    private final Map<String, IdType<?>> byPrefix = new TreeMap<>();
    private final Map<String, IdType<?>> byAnyPrefix = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private IdTypes(IdType<?>... types) {
        for (IdType<?> type : types) {
            byPrefix.put(type.prefix(), type);
            for (String prefix : type.prefixes()) {
                IdType<?> other = byAnyPrefix.putIfAbsent(prefix, type);
                if (other != null) {
                    throw new IllegalArgumentException("%s and %s have the same prefix".formatted(other, type));
                }
            }
        }
    }

    /**
     * {@return a look-up of these types}
     *
     * @param types each one once
     * @throws IllegalArgumentException when two have one prefix, or one is named twice
     */
    public static IdTypes of(IdType<?>... types) {
        return new IdTypes(types);
    }

    /**
     * {@return a look-up of the types of these classes}
     *
     * @param idClasses each one once, and each with a {@link Prefix}
     * @throws IllegalArgumentException as {@link IdType#of(Class)}; or when one is named twice
     * @throws IllegalStateException when two classes have one prefix
     */
    @SafeVarargs
    public static IdTypes of(Class<? extends AnyTypedId<?>>... idClasses) {
        IdType<?>[] types = new IdType<?>[idClasses.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = IdType.forClass(idClasses[i]);
        }
        return new IdTypes(types);
    }

    /**
     * {@return a look-up of all types that a class loader sees, for an application that takes every kind of id} They are found by the index
     * that {@code counterfoil-ids-processor} leaves in each jar, so that types compiled without it are not among them.
     *
     * <p>Call it at start: a prefix that two jars define is an error here, before an id is met.
     *
     * @param loader sees the jars with the ids
     * @throws IllegalStateException when two classes have one prefix (the message names both, and their jars), an index is no match for
     *     the classes, or there is none
     * @throws IllegalArgumentException as {@link IdType#of(Class)}
     * @throws java.io.UncheckedIOException when an index cannot be read
     */
    public static IdTypes discover(ClassLoader loader) {
        return new IdTypes(PrefixIndex.types(loader));
    }

    /**
     * {@return the id of a text that its type reads, of the class that its prefix names} The whole prefix counts: {@code postal_...} is never
     * read as a {@code post_...}. An {@linkplain Prefix.Alternative alternative} prefix names its class as well; a text without a
     * prefix names none.
     *
     * @param text prefix, underscore, and what the type reads after them
     * @throws InvalidIdException when the text is no typed id, its prefix is none of these types', or its body is wrong; the message says
     *     which
     */
    public AnyTypedId<?> parse(CharSequence text) {
        return typeOf(text).parse(text);
    }

    /**
     * {@return the id of a text as by {@link #parse(CharSequence)}, but read by {@link IdType#parseLenient}}
     *
     * @param text prefix, underscore, and what the type reads after them
     * @throws InvalidIdException as {@link #parse(CharSequence)}
     */
    public AnyTypedId<?> parseLenient(CharSequence text) {
        return typeOf(text).parseLenient(text);
    }

    private IdType<?> typeOf(CharSequence text) {
        String prefix = IdType.prefixOf(text);
        IdType<?> type = byAnyPrefix.get(prefix);
        if (type == null) {
            throw InvalidIdException.prefix("prefix %s is not one of the known prefixes %s"
                    .formatted(Excerpt.of(prefix), byAnyPrefix.keySet()));
        }
        return type;
    }

    /**
     * {@return the id of a text that its type reads, where it is of a certain class or interface}
     *
     * @param <W> the class or interface
     * @param text prefix, underscore, and what the type reads after them
     * @param wanted an interface takes the ids of all the classes that implement it
     * @throws InvalidIdException as {@link #parse(CharSequence)}; or when the id is of a class that does not fit
     */
    public <W> W parse(CharSequence text, Class<W> wanted) {
        AnyTypedId<?> id = parse(text);
        if (!wanted.isInstance(id)) {
            throw InvalidIdException.prefix("an id that is a %s expected, found prefix \"%s\" of a %s"
                    .formatted(
                            wanted.getSimpleName(),
                            IdType.prefixOf(text),
                            id.getClass().getSimpleName()));
        }
        return wanted.cast(id);
    }

    /**
     * {@return the type with this prefix; empty where none of these types has it as its own}
     *
     * @param prefix without the underscore that follows it, compared exactly
     */
    public Optional<IdType<?>> withPrefix(String prefix) {
        return Optional.ofNullable(byPrefix.get(prefix));
    }

    /** {@return all the types, in the order of their prefixes; not modifiable} */
    public Collection<IdType<?>> types() {
        return Collections.unmodifiableCollection(byPrefix.values());
    }

    @Override
    public String toString() {
        return "IdTypes" + byPrefix.keySet();
    }
}
