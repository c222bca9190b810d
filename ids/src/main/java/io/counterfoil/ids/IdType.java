package io.counterfoil.ids;

import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A kind of typed id: its prefix, its class, and the ways to make, write and read its ids. {@link TypedId} shows how to define
 * one.
 *
 * <p>A prefix is unique over the application: {@link #define} keeps a table of all prefixes ever defined in the process,
 * and refuses the second class that asks for a prefix. The table is for that alone. It cannot serve to find a type by its prefix,
 * because it knows only the classes that happen to be initialised already; {@link IdTypes} is for that, and names its types.
 *
 * <p>The table does not keep a class from being unloaded, and a class that another class loader loads again
 * (a restart in development) may have the prefix of its former self.
 *
 * <p>Immutable and thread-safe. Limits: a prefix of 1 to {@value #MAX_PREFIX_LENGTH} characters, a text of at most {@value
 * #MAX_TEXT_LENGTH}. Requirements TI-4, TI-5.
 *
 * @param <T> the class of the ids
 */
public final class IdType<T extends TypedId> {

    /** The longest prefix, in characters. */
    public static final int MAX_PREFIX_LENGTH = 63;

    /** The longest text of any typed id, in characters: prefix, underscore, body. */
    public static final int MAX_TEXT_LENGTH = MAX_PREFIX_LENGTH + 1 + UuidBase32.LENGTH;

    static final char SEPARATOR = '_';

    private static final Pattern PREFIX = Pattern.compile("[a-z](?:[a-z_]{0,61}[a-z])?");

    private final String prefix;
    private final Class<T> idClass;
    private final Function<UUID, T> constructor;

    private IdType(String prefix, Class<T> idClass, Function<UUID, T> constructor) {
        this.prefix = prefix;
        this.idClass = idClass;
        this.constructor = constructor;
    }

    /**
     * Defines the type of a class of ids, once, in that class's static initialiser.
     *
     * @param prefix 1 to {@value #MAX_PREFIX_LENGTH} characters of {@code a-z} and {@code _}, no underscore first or last
     * @param constructor makes an id of exactly the UUID it is given
     * @throws IllegalArgumentException when the prefix breaks these rules
     * @throws IllegalStateException when another class has this prefix, or this class has a prefix already; the message
     *     names both classes, or both prefixes. The earlier definition stays valid.
     */
    public static <T extends TypedId> IdType<T> define(String prefix, Class<T> idClass, Function<UUID, T> constructor) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "prefix %s of %s must be 1 to %d characters of a-z and _, with no underscore first or last"
                            .formatted(Excerpt.of(prefix), idClass.getName(), MAX_PREFIX_LENGTH));
        }
        DefinedPrefixes.claim(prefix, idClass);
        return new IdType<>(prefix, idClass, constructor);
    }

    /** What its texts start with, without the underscore that follows. */
    public String prefix() {
        return prefix;
    }

    /** The class of its ids. */
    public Class<T> idClass() {
        return idClass;
    }

    /** A new id, of the process's shared {@link UuidV7} generator: greater than all the generator made before. */
    public T next() {
        return of(UuidV7.next());
    }

    /** A new id of another generator. */
    public T next(UuidV7 generator) {
        return of(generator.generate());
    }

    /**
     * The id of a UUID of any version.
     *
     * @throws IllegalStateException when the class is at fault: the id that it makes says to be of another type, or holds
     *     another UUID
     */
    public T of(UUID uuid) {
        T id = constructor.apply(uuid);
        if (id.type() != this || !id.uuid().equals(uuid)) {
            throw new IllegalStateException("%s made an id of %s with UUID %s, where %s with UUID %s was due"
                    .formatted(idClass.getName(), id.type(), id.uuid(), this, uuid));
        }
        return id;
    }

    /** The canonical text of an id, as {@link TypedId#text()}. */
    public String format(T id) {
        return id.text();
    }

    /**
     * The id of a canonical text, and of nothing else: no other case, no spaces, no other prefix.
     *
     * @throws InvalidIdException when it is no id of this type; the message says why
     */
    public T parse(String text) {
        String found = prefixOf(text);
        if (!found.equals(prefix)) {
            throw new InvalidIdException("an id with prefix \"%s\" (%s) expected, found prefix %s"
                    .formatted(prefix, idClass.getSimpleName(), Excerpt.of(found)));
        }
        try {
            return of(UuidBase32.decode(text.substring(prefix.length() + 1)));
        } catch (InvalidIdException e) {
            throw new InvalidIdException(
                    "%s is no %s: after the prefix, %s"
                            .formatted(Excerpt.of(text), idClass.getSimpleName(), e.getMessage()),
                    e);
        }
    }

    /** All before the last underscore: a body has none, while a prefix may. */
    static String prefixOf(String text) {
        if (text.length() > MAX_TEXT_LENGTH) {
            throw new InvalidIdException(
                    "a typed id has at most %d characters, this text has %d".formatted(MAX_TEXT_LENGTH, text.length()));
        }
        int separator = text.lastIndexOf(SEPARATOR);
        if (separator < 0) {
            throw new InvalidIdException(
                    "%s is no typed id: there is no prefix and underscore before the body".formatted(Excerpt.of(text)));
        }
        return text.substring(0, separator);
    }

    @Override
    public String toString() {
        return "IdType[%s of %s]".formatted(prefix, idClass.getName());
    }
}
