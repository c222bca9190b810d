package io.counterfoil.ids;

import io.counterfoil.ids.generator.UuidGenerator;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.internal.Excerpt;
import io.counterfoil.ids.internal.Latin1;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.UuidFormat;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A kind of typed id: its {@link Prefix}, its class, and the ways to make, write and read its ids. {@link TypedId} shows how to
 * define one.
 *
 * <p>There is one object for each class, made when {@code of} first meets the class, and found again from then on without
 * reflection.
 *
 * <p>A prefix is unique over the application: the process keeps a table of all prefixes that were ever defined in it, and
 * refuses the second class that asks for a prefix. The table is for that alone. It cannot serve to find a type by its prefix,
 * because it knows only the classes that were met already; {@link IdTypes} is for that. It does not keep a class from being
 * unloaded, and a class that another class loader loads again (a restart in development) may have the prefix of its former self.
 *
 * <p>Immutable and thread-safe. Limits: a prefix of 1 to {@value #MAX_PREFIX_LENGTH} characters, a text of at most {@value
 * #MAX_TEXT_LENGTH}.
 *
 * @param <T> the class of the ids
 */
public final class IdType<T extends TypedId<T>> {

    /** The longest prefix, in characters. */
    public static final int MAX_PREFIX_LENGTH = 63;

    /** The longest text of any typed id, in characters: prefix, underscore, canonical hex. */
    public static final int MAX_TEXT_LENGTH = MAX_PREFIX_LENGTH + 1 + 36;

    static final char SEPARATOR = '_';

    private final String prefix;
    private final byte[] prefixAndSeparator;
    private final UuidFormat format;
    private final Class<T> idClass;
    private final Function<UUID, T> constructor;

    IdType(Prefix definition, Class<T> idClass, Function<UUID, T> constructor) {
        this.prefix = definition.value();
        this.prefixAndSeparator = (prefix + SEPARATOR).getBytes(StandardCharsets.US_ASCII);
        this.format = definition.format();
        this.idClass = idClass;
        this.constructor = constructor;
    }

    /**
     * The type of a class of ids. Its constructor is looked up at the first call.
     *
     * @throws IllegalArgumentException when the class has no {@link Prefix}, a prefix against the rules, or no constructor
     *     of one UUID that can be reached; the message says what to do
     * @throws IllegalStateException when another class has this prefix; the message names both. The earlier one stays valid.
     */
    public static <T extends TypedId<T>> IdType<T> of(Class<T> idClass) {
        return Definition.of(idClass).get();
    }

    /**
     * The type of a class of ids, which needs no reflection on its constructor: for a class that is closed to other modules, and
     * for native images.
     *
     * @param constructor makes an id of exactly the UUID it is given; not used where the class was met before
     * @throws IllegalArgumentException when the class has no {@link Prefix}, or a prefix against the rules
     * @throws IllegalStateException when another class has this prefix; the message names both. The earlier one stays valid.
     */
    public static <T extends TypedId<T>> IdType<T> of(Class<T> idClass, Function<UUID, T> constructor) {
        return Definition.of(idClass).get(constructor);
    }

    /**
     * The type of a class of ids that is known at run time only, as adapters meet it.
     *
     * @throws IllegalArgumentException when the class is none of {@link TypedId}s; or as {@link #of(Class)}
     * @throws IllegalStateException as {@link #of(Class)}
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // looked at first; a class of ids is one of its own kind
    public static IdType<?> forClass(Class<?> idClass) {
        if (!TypedId.class.isAssignableFrom(idClass)) {
            throw new IllegalArgumentException(
                    "%s is no %s".formatted(idClass.getName(), TypedId.class.getSimpleName()));
        }
        return of((Class) idClass);
    }

    /** The type of an id. */
    @SuppressWarnings("unchecked") // a TypedId<T> is a T: its own bound says so
    static <T extends TypedId<T>> IdType<T> of(TypedId<T> id) {
        return of((Class<T>) id.getClass());
    }

    /** What its texts start with, without the underscore that follows. */
    public String prefix() {
        return prefix;
    }

    /** How its texts go on after the underscore. */
    public UuidFormat format() {
        return format;
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
    public T next(UuidGenerator generator) {
        return of(generator.generate());
    }

    /**
     * The id of a UUID of any version.
     *
     * @throws IllegalStateException when the class is at fault: the id that it makes holds another UUID
     */
    public T of(UUID uuid) {
        T id = constructor.apply(uuid);
        if (!id.value().equals(uuid)) {
            throw new IllegalStateException(
                    "%s made an id of UUID %s, where %s was due".formatted(idClass.getName(), id.value(), uuid));
        }
        return id;
    }

    /** The canonical text of an id, as {@link TypedId#text()}. */
    public String format(T id) {
        return text(id.value());
    }

    String text(UUID uuid) {
        int start = prefixAndSeparator.length;
        byte[] text = new byte[start + format.length()];
        System.arraycopy(prefixAndSeparator, 0, text, 0, start);
        format.format(uuid, text, start);
        return Latin1.string(text);
    }

    /**
     * The id of a canonical text, and of nothing else: no other case, no spaces, no other prefix.
     *
     * @throws InvalidIdException when it is no id of this type; the message says why, and where
     */
    public T parse(CharSequence text) {
        int body = prefixAndSeparator.length;
        if (text.length() == body + format.length() && startsWithPrefix(text)) {
            return of(format.parse(text, body, text.length()));
        }
        throw wrong(text);
    }

    /** The id of a canonical text, or nothing where {@link #parse} would throw. */
    public Optional<T> tryParse(CharSequence text) {
        int body = prefixAndSeparator.length;
        return startsWithPrefix(text)
                ? format.tryParse(text, body, text.length()).map(this::of)
                : Optional.empty();
    }

    /** Why a text is none, where the fault is not within a body of the right length. */
    private InvalidIdException wrong(CharSequence text) {
        String found = prefixOf(text);
        return found.equals(prefix)
                ? InvalidIdException.length("%s is no %s: %s characters expected after \"%s\", found %s"
                        .formatted(
                                Excerpt.of(text),
                                idClass.getSimpleName(),
                                format.length(),
                                prefix + SEPARATOR,
                                text.length() - prefixAndSeparator.length))
                : InvalidIdException.prefix("an id with prefix \"%s\" (%s) expected, found prefix %s"
                        .formatted(prefix, idClass.getSimpleName(), Excerpt.of(found)));
    }

    private boolean startsWithPrefix(CharSequence text) {
        if (text.length() < prefixAndSeparator.length) {
            return false;
        }
        for (int i = 0; i < prefixAndSeparator.length; i++) {
            if (text.charAt(i) != prefixAndSeparator[i]) {
                return false;
            }
        }
        return true;
    }

    /** All before the last underscore: a body has none, while a prefix may. */
    static String prefixOf(CharSequence text) {
        if (text.length() > MAX_TEXT_LENGTH) {
            throw InvalidIdException.length(
                    "a typed id has at most %s characters, this text has %s".formatted(MAX_TEXT_LENGTH, text.length()));
        }
        int separator = text.toString().lastIndexOf(SEPARATOR);
        if (separator < 0) {
            throw InvalidIdException.prefix(
                    "%s is no typed id: there is no prefix and underscore before the body".formatted(Excerpt.of(text)));
        }
        return text.subSequence(0, separator).toString();
    }

    @Override
    public String toString() {
        return "IdType[%s of %s]".formatted(prefix, idClass.getName());
    }
}
