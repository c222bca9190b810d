package io.counterfoil.signals.envelope;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of a program as JSON values, each in the one form that it has after reading too. */
final class JsonValues {

    private JsonValues() {}

    /** @param depth how deep it may be nested, at least 1 */
    static Map<String, @Nullable Object> object(String path, Map<?, ?> members, int depth) {
        requireDepth(path, depth);
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        members.forEach((name, value) -> {
            if (!(name instanceof String text)) {
                throw new InvalidEnvelopeException(path, "has a member whose name is not a text");
            }
            String member = path + "." + JsonReader.shown(text);
            Checks.paired(member, text);
            object.put(text, value(member, value, depth));
        });
        return Collections.unmodifiableMap(object);
    }

    private static List<@Nullable Object> array(String path, Iterable<?> elements, int depth) {
        requireDepth(path, depth);
        List<@Nullable Object> array = new ArrayList<>();
        for (Object element : elements) {
            array.add(value(path, element, depth));
        }
        return Collections.unmodifiableList(array);
    }

    private static @Nullable Object value(String path, @Nullable Object value, int depth) {
        if (value == null || value instanceof Boolean) {
            return value;
        }
        if (value instanceof String text) {
            Checks.paired(path, text);
            return text;
        }
        if (value instanceof Map<?, ?> members) {
            return object(path, members, depth - 1);
        }
        if (value instanceof Iterable<?> elements) {
            return array(path, elements, depth - 1);
        }
        if (value instanceof Number number && isWritten(number)) {
            return number(path, number.toString());
        }
        throw new InvalidEnvelopeException(
                path, "is a " + value.getClass().getName() + ": JSON has texts, numbers, booleans, objects and arrays");
    }

    /** Those whose text is a JSON number. */
    private static boolean isWritten(Number number) {
        return number instanceof Integer
                || number instanceof Long
                || number instanceof Double
                || number instanceof BigDecimal
                || number instanceof BigInteger
                || number instanceof Float
                || number instanceof Short
                || number instanceof Byte;
    }

    /** @param text a JSON number, or NaN and infinity, which JSON does not have */
    static Number number(String path, String text) {
        if (text.length() > Data.MAX_NUMBER_LENGTH) {
            throw new InvalidEnvelopeException(
                    path, "is a number of " + text.length() + " characters: at most " + Data.MAX_NUMBER_LENGTH);
        }
        try {
            if (text.chars().anyMatch(c -> c == '.' || c == 'e' || c == 'E')) {
                return new BigDecimal(text);
            }
            return text.length() < 19 ? (Number) Long.valueOf(text) : shortest(new BigInteger(text));
        } catch (NumberFormatException none) {
            throw new InvalidEnvelopeException(path, "is not a number, or is out of range", none);
        }
    }

    private static Number shortest(BigInteger number) {
        return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
    }

    static void requireDepth(String path, int depth) {
        if (depth < 1) {
            throw new InvalidEnvelopeException(
                    path, "is nested deeper than " + Envelope.MAX_DEPTH + ", the whole message included");
        }
    }
}
