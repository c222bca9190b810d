package io.counterfoil.ids;

import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.generator.UuidGenerator;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.internal.Excerpt;
import io.counterfoil.ids.internal.Latin1;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.UuidFormat;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A kind of typed id: its {@link Prefix}, its class, and the ways to make, write and read its ids. {@link TypedId} shows how to
 * define one.
 *
 * <p>There is one object for each class, made when {@code of} first meets the class, and found again from then on without
 * reflection.
 *
 * <p>A prefix is unique over the application, an alternative one too: the process keeps a table of all prefixes that were ever
 * defined in it, and refuses the second class that asks for a prefix. The table is for that alone. It cannot serve to find a type by
 * its prefix, because it knows only the classes that were met already; {@link IdTypes} is for that. It does not keep a class from
 * being unloaded, and a class that another class loader loads again (a restart in development) may have the prefix of its former
 * self.
 *
 * <p>Immutable and thread-safe. Limits: a prefix of 1 to {@value #MAX_PREFIX_LENGTH} characters, a text of at most {@value
 * #MAX_TEXT_LENGTH}.
 *
 * @param <T> the class of the ids
 */
public final class IdType<T extends AnyTypedId<T>> {

    /** The longest prefix, in characters. */
    public static final int MAX_PREFIX_LENGTH = 63;

    /** The longest text of any typed id, in characters: prefix, underscore, canonical hex. */
    public static final int MAX_TEXT_LENGTH = MAX_PREFIX_LENGTH + 1 + 36;

    private final String prefix;
    private final byte[] prefixAndSeparator;
    private final int textLength;
    private final IdFormat format;
    private final boolean strict;
    private final Body.Fixed body;

    /** That of {@link #body}, where its ids wrap UUIDs, as most do: measurably faster than by way of {@link Body}. */
    private final @Nullable UuidFormat uuids;

    private final TextForm canonical;
    private final boolean onlyCanonical;
    private final List<TextForm> forms;
    private final @Nullable TextForm ownText;
    private final Class<T> idClass;
    private final ValueKind kind;
    private final Function<Object, T> constructor;

    IdType(Prefix definition, List<TextForm> forms, Class<T> idClass, Function<Object, T> constructor) {
        this.prefix = definition.value();
        this.format = definition.format();
        this.strict = definition.strict();
        this.canonical = forms.get(0);
        this.prefixAndSeparator = canonical.prefix().getBytes(StandardCharsets.US_ASCII);
        this.body = (Body.Fixed) canonical.body();
        this.uuids = body instanceof Body.OfUuid ofUuid ? ofUuid.format() : null;
        this.textLength = prefixAndSeparator.length + body.length();
        this.forms = forms;
        this.onlyCanonical = forms.size() == 1;
        this.idClass = idClass;
        this.kind = ValueKind.of(idClass);
        this.ownText = kind.ownText();
        this.constructor = constructor;
    }

    /**
     * {@return the type of a class of ids} Its constructor is looked up at the first call.
     *
     * @param <T> the class of the ids
     * @param idClass has a {@link Prefix}
     * @throws IllegalArgumentException when the class has no {@link Prefix}, one against the rules, or no constructor of one value that
     *     can be reached; the message says what to do
     * @throws IllegalStateException when another class has one of its prefixes; the message names both. The earlier one stays valid.
     */
    public static <T extends AnyTypedId<T>> IdType<T> of(Class<T> idClass) {
        return Definition.of(idClass).get();
    }

    /**
     * {@return the type of a class of ids, which needs no reflection on its constructor: for a class that is closed to other modules, and
     * for native images}
     *
     * @param <T> the class of the ids
     * @param idClass has a {@link Prefix}
     * @param constructor makes an id of exactly the UUID it is given; not used where the class was met before
     * @throws IllegalArgumentException when the class has no {@link Prefix}, or one against the rules
     * @throws IllegalStateException when another class has one of its prefixes; the message names both. The earlier one stays valid.
     */
    public static <T extends TypedId<T>> IdType<T> of(Class<T> idClass, Function<UUID, T> constructor) {
        return Definition.of(idClass).get(value -> constructor.apply((UUID) value));
    }

    /**
     * {@return the type of a class of ids over a {@code long}; otherwise as {@link #of(Class, Function)}}
     *
     * @param <T> the class of the ids
     * @param idClass has a {@link Prefix}
     * @param constructor makes an id of exactly the number it is given; not used where the class was met before
     */
    public static <T extends TypedLongId<T>> IdType<T> of(Class<T> idClass, LongFunction<T> constructor) {
        return Definition.of(idClass).get(value -> constructor.apply((Long) value));
    }

    /**
     * {@return the type of a class of ids over an {@link ObjectId}; otherwise as {@link #of(Class, Function)}, from which the erasure of its
     * parameters could not tell it}
     *
     * @param <T> the class of the ids
     * @param idClass has a {@link Prefix}
     * @param constructor makes an id of exactly the ObjectId it is given; not used where the class was met before
     */
    public static <T extends TypedObjectId<T>> IdType<T> ofObjectIds(
            Class<T> idClass, Function<ObjectId, T> constructor) {
        return Definition.of(idClass).get(value -> constructor.apply((ObjectId) value));
    }

    /**
     * {@return the type of a class of ids that is known at run time only, as adapters meet it}
     *
     * @param idClass has a {@link Prefix}
     * @throws IllegalArgumentException when the class is none of {@link AnyTypedId}s; or as {@link #of(Class)}
     * @throws IllegalStateException as {@link #of(Class)}
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // looked at first; a class of ids is one of its own kind
    public static IdType<?> forClass(Class<?> idClass) {
        if (!AnyTypedId.class.isAssignableFrom(idClass)) {
            throw new IllegalArgumentException(
                    "%s is no %s".formatted(idClass.getName(), TypedId.class.getSimpleName()));
        }
        return of((Class) idClass);
    }

    /** The type of an id. */
    @SuppressWarnings("unchecked") // an AnyTypedId<T> is a T: its own bound says so
    static <T extends AnyTypedId<T>> IdType<T> of(AnyTypedId<T> id) {
        return of((Class<T>) id.getClass());
    }

    /**
     * {@return what an id wraps, as adapters take it: a {@link UUID}, a {@link Long} or an {@link ObjectId}}
     *
     * @param id of any type
     */
    public static Object valueOf(AnyTypedId<?> id) {
        return ValueKind.valueOf(id);
    }

    /**
     * {@return the bytes of an id's value, most significant first: 16 of a UUID, 8 of a {@code long}, 12 of an ObjectId; a new array}
     *
     * @param id of any type
     */
    public static byte[] bytesOf(AnyTypedId<?> id) {
        return ValueKind.of(id.getClass()).bytes(valueOf(id));
    }

    /** {@return what its texts start with, without the underscore that follows} */
    public String prefix() {
        return prefix;
    }

    /** {@return the form of its texts after the underscore} */
    public IdFormat format() {
        return format;
    }

    /** {@return the length of its canonical texts, in characters, which are ASCII; so it is the length in bytes too} */
    public int textLength() {
        return textLength;
    }

    /** {@return the length of its values, in bytes: 16 of a UUID, 8 of a {@code long}, 12 of an ObjectId} */
    public int valueLength() {
        return kind.length();
    }

    /** {@return the class of its ids} */
    public Class<T> idClass() {
        return idClass;
    }

    /** {@return the class of what its ids wrap, as an object: {@link UUID}, {@link Long} or {@link ObjectId}} */
    public Class<?> valueClass() {
        return kind.valueClass();
    }

    /**
     * {@return a new id of the process's shared generator, {@link UuidV7} or {@link ObjectId#next}: greater than all that the generator
     * made before}
     *
     * @throws UnsupportedOperationException for a {@link TypedLongId}: no generator of numbers is shared
     */
    public T next() {
        return make(kind.next(idClass));
    }

    /**
     * {@return a new id of another generator}
     *
     * @param generator makes the UUID
     * @throws IllegalArgumentException when its ids wrap no UUID
     */
    public T next(UuidGenerator generator) {
        return of(generator.generate());
    }

    /**
     * {@return the id of a UUID}
     *
     * @param uuid of any version
     * @throws IllegalArgumentException when its ids wrap no UUID
     * @throws IllegalStateException when the class is at fault: the id that it makes holds another UUID
     */
    public T of(UUID uuid) {
        return ofValue(uuid);
    }

    /**
     * {@return the id of a value, as adapters meet it}
     *
     * @param value of {@link #valueClass}
     * @throws IllegalArgumentException when it is of another class
     * @throws IllegalStateException when the class is at fault: the id that it makes holds another value
     */
    public T ofValue(Object value) {
        if (!kind.valueClass().isInstance(value)) {
            throw new IllegalArgumentException("%s has values of type %s, not %s"
                    .formatted(
                            idClass.getName(),
                            kind.valueClass().getSimpleName(),
                            value.getClass().getSimpleName()));
        }
        return make(value);
    }

    /**
     * {@return the id of the bytes that {@link #bytesOf} makes}
     *
     * @param bytes {@link #valueLength} bytes, most significant first; not kept
     * @throws InvalidIdException when there are more or fewer than its values have
     * @throws IllegalStateException when the class is at fault: the id that it makes holds another value
     */
    public T ofBytes(byte[] bytes) {
        return make(kind.value(bytes));
    }

    private T make(Object value) {
        T id = constructor.apply(value);
        if (!valueOf(id).equals(value)) {
            throw new IllegalStateException("%s created an ID of %s %s instead of %s"
                    .formatted(idClass.getName(), kind.valueClass().getSimpleName(), valueOf(id), value));
        }
        return id;
    }

    /**
     * {@return the canonical text of an id, as {@link AnyTypedId#text()}}
     *
     * @param id of this type
     */
    public String format(T id) {
        return text(valueOf(id));
    }

    String text(Object value) {
        byte[] text = Arrays.copyOf(prefixAndSeparator, textLength);
        if (uuids != null) {
            uuids.format((UUID) value, text, prefixAndSeparator.length);
        } else {
            body.write(value, text, prefixAndSeparator.length);
        }
        return Latin1.string(text);
    }

    /**
     * {@return the id of a text} Many texts give one id: none of them is a key for a search or a cache; the {@link AnyTypedId#text} of
     * the result is.
     *
     * @param text what {@link #parseLenient} reads, or, where the declaration is {@linkplain Prefix#strict strict}, only the canonical
     *     text and the declared alternatives
     * @throws InvalidIdException when it is no id of this type; the message says why, and where
     */
    public T parse(CharSequence text) {
        return parse(text, !strict);
    }

    /**
     * {@return the id of a text; empty where {@link #parse} would throw}
     *
     * @param text any text
     */
    public Optional<T> tryParse(CharSequence text) {
        return Optional.ofNullable(value(text, !strict)).map(this::make);
    }

    /**
     * {@return the id of a text that a person may have typed, or that another system keeps in its own form} These texts are read:
     *
     * <ul>
     *   <li>the canonical text, and those that the {@link Prefix} declares as alternatives, in any case, mixed too, and in {@link
     *       IdFormat#BASE32} and {@link IdFormat#ULID} also with {@code o} for 0, and {@code i} and {@code l} for 1. Of {@link
     *       IdFormat#BASE58} and {@link IdFormat#BASE62}, only the prefix is read in any case;
     *   <li>the text that the value has by itself, without a prefix, in any case: canonical hex with four hyphens of a UUID, 24 hex
     *       digits of an ObjectId. A number has none: those of two kinds of entity are often equal.
     * </ul>
     *
     * <p>Nothing else: no spaces, no other prefix. Whether {@link #parse} reads so too is declared by {@link Prefix#strict}.
     *
     * @param text any text
     * @throws InvalidIdException when it is no id of this type even so; the message says why, and where
     */
    public T parseLenient(CharSequence text) {
        return parse(text, true);
    }

    private T parse(CharSequence text, boolean inAnyCase) {
        Object value = value(text, inAnyCase);
        if (value == null) {
            throw fault(text, inAnyCase);
        }
        return make(value);
    }

    private @Nullable Object value(CharSequence text, boolean inAnyCase) {
        if (text.length() == textLength && canonical.hasPrefix(text, false)) {
            Object value = uuids != null
                    ? uuids.tryParse(text, prefixAndSeparator.length, textLength)
                            .orElse(null)
                    : body.tryParse(text, prefixAndSeparator.length, textLength);
            if (value != null) {
                return value;
            }
        }
        if (onlyCanonical && !inAnyCase) {
            return null;
        }
        for (TextForm form : forms) {
            Object other = inAnyCase ? form.tryParseLenient(text) : form.tryParse(text);
            if (other != null) {
                return other;
            }
        }
        return inAnyCase && ownText != null ? ownText.tryParseLenient(text) : null;
    }

    /** Why a text is none: what is wrong with it in the form that it is nearest to. */
    private InvalidIdException fault(CharSequence text, boolean inAnyCase) {
        requireLength(text);
        TextForm nearest = null;
        for (TextForm form : forms) {
            if (isOf(form, text, inAnyCase)
                    && (nearest == null || (!nearest.hasPlaceForBody(text) && form.hasPlaceForBody(text)))) {
                nearest = form;
            }
        }
        if (nearest == null
                && inAnyCase
                && ownText != null
                && isOf(ownText, text, true)
                && ownText.hasPlaceForBody(text)) {
            nearest = ownText;
        }
        return nearest != null
                ? nearest.fault(text, inAnyCase, idClass)
                : InvalidIdException.prefix("an id with prefix \"%s\" (%s) expected, found prefix %s"
                        .formatted(prefix, idClass.getSimpleName(), Excerpt.of(prefixOf(text))));
    }

    /** Whether a text has the prefix of a form without a following underscore. */
    private static boolean isOf(TextForm form, CharSequence text, boolean inAnyCase) {
        return form.hasPrefix(text, inAnyCase)
                && text.toString().lastIndexOf(TextForm.SEPARATOR)
                        == form.prefix().length() - 1;
    }

    /** The prefixes that it reads, its own among them; without the underscore. */
    Set<String> prefixes() {
        return TextForms.prefixes(forms);
    }

    /** All before the last underscore: a body has none, while a prefix may. */
    static String prefixOf(CharSequence text) {
        requireLength(text);
        int separator = text.toString().lastIndexOf(TextForm.SEPARATOR);
        if (separator < 0) {
            throw InvalidIdException.prefix(
                    "%s is not a typed ID: the prefix and the underscore before the body are missing"
                            .formatted(Excerpt.of(text)));
        }
        return text.subSequence(0, separator).toString();
    }

    private static void requireLength(CharSequence text) {
        if (text.length() > MAX_TEXT_LENGTH) {
            throw InvalidIdException.length(
                    "a typed id has at most %s characters, this text has %s".formatted(MAX_TEXT_LENGTH, text.length()));
        }
    }

    @Override
    public String toString() {
        return "IdType[%s of %s]".formatted(prefix, idClass.getName());
    }
}
