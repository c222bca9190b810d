package io.counterfoil.signals.envelope;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message: a JSON object. An immutable value; equal when the members are, in any order.
 *
 * <p>At most {@value #MAX_BYTES} bytes of UTF-8 without white space, nested at most {@value #MAX_DEPTH} deep, this object included;
 * numbers have at most {@value #MAX_NUMBER_LENGTH} characters; no text has half a surrogate pair, no object two members of one name.
 */
public final class Data {

    /** The largest content, in bytes of its JSON; with the largest of everything else it fits {@link Envelope#MAX_BYTES}. */
    public static final int MAX_BYTES = 252 * 1_024;

    /** The deepest nesting: an object with nothing in it is 1 deep. */
    public static final int MAX_DEPTH = Envelope.MAX_DEPTH - 1;

    /** The longest number, in characters. */
    public static final int MAX_NUMBER_LENGTH = 100;

    /** An object without members. */
    public static final Data EMPTY = new Data(Map.of());

    private final Map<String, @Nullable Object> members;
    private final String json;

    /** @param members deeply immutable, and made of what {@link #asMap} promises */
    private Data(Map<String, @Nullable Object> members) {
        this.members = members;
        this.json = JsonWriter.text(members);
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new InvalidEnvelopeException(
                    "data", "has at most " + MAX_BYTES + " bytes as JSON in UTF-8, not " + bytes);
        }
    }

    /**
     * {@return the content with this JSON text}
     *
     * @param json one JSON object; at most {@value #MAX_BYTES} bytes of UTF-8 when written without white space
     * @throws InvalidEnvelopeException when it is no JSON object, or breaks a limit
     */
    public static Data parse(String json) {
        return new Data(JsonReader.object(json, "data", MAX_DEPTH));
    }

    /**
     * {@return the content with these members}
     *
     * @param members values may be null, texts, booleans, boxed numbers, {@link java.math.BigInteger} and {@link java.math.BigDecimal}, and
     *     maps by text and iterables of these
     * @throws InvalidEnvelopeException when there is anything else in it, or it breaks a limit
     */
    public static Data of(Map<String, ? extends @Nullable Object> members) {
        return new Data(JsonValues.object("data", members, MAX_DEPTH));
    }

    /** Of values that are checked already. */
    static Data checked(Map<String, @Nullable Object> members) {
        return new Data(members);
    }

    /**
     * {@return this content with a member set, in place of the one of that name}
     *
     * @param name the member's name
     * @param value as in {@link #of}; null for JSON's {@code null}
     * @throws InvalidEnvelopeException when the value is of another type, or the content breaks a limit
     */
    public Data with(String name, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return of(more);
    }

    /** {@return the JSON text: one line, no white space outside of texts, members in the order in which they were given} */
    public String json() {
        return json;
    }

    /**
     * {@return the members in order, as an unmodifiable map} Values are null, {@link String}, {@link Boolean}, {@link Long}, {@link
     * java.math.BigInteger} where a long is too short, {@link java.math.BigDecimal} where there is a point or an exponent, {@link java.util.List} and
     * {@link Map}.
     */
    public Map<String, @Nullable Object> asMap() {
        return members;
    }

    /**
     * {@return the member of this name; empty where there is none, or its value is not a string}
     *
     * @param name of a direct member
     */
    public Optional<String> text(String name) {
        return members.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Data that && members.equals(that.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    /** Without the content, which may hold what is not for logs. */
    @Override
    public String toString() {
        return "Data[" + members.size() + " members]";
    }
}
