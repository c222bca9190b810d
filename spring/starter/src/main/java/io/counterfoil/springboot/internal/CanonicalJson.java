package io.counterfoil.springboot.internal;

import io.counterfoil.http.request.CanonicalForm;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The form of a JSON text in which two ways of writing the same thing are the same bytes. Thread-safe.
 *
 * <p>Equal are: members in any order; any white space between tokens; numbers of the same value, so that {@code 100}, {@code
 * 1e2} and {@code 100.00} are one, exactly, however many digits they have; strings of the same characters, escaped or not. Not
 * equal are: arrays in another order; {@code null} and a member that is not there; {@code 1} and {@code "1"}; letters in
 * another case or in another Unicode normalisation.
 *
 * <p>A text that has no one meaning has no canonical form: one that is no JSON, an object with two members of one name, a number
 * beyond a thousand characters, a nesting deeper than 200.
 */
public final class CanonicalJson implements CanonicalForm {

    /** The one there needs to be. */
    public static final CanonicalJson INSTANCE = new CanonicalJson();

    private CanonicalJson() {}

    @Override
    public Optional<byte[]> of(byte[] body) {
        try (JsonParser parser = Parsers.withoutDuplicates(body)) {
            if (parser.nextToken() == null) {
                return Optional.empty();
            }
            StringBuilder text = new StringBuilder(body.length);
            value(parser, text);
            return parser.nextToken() == null
                    ? Optional.of(text.toString().getBytes(StandardCharsets.US_ASCII))
                    : Optional.empty();
        } catch (JacksonException | NumberFormatException | ArithmeticException unreadable) {
            return Optional.empty();
        }
    }

    private static void value(JsonParser parser, StringBuilder text) {
        JsonToken token = parser.currentToken();
        switch (token) {
            case START_OBJECT -> object(parser, text);
            case START_ARRAY -> array(parser, text);
            case VALUE_STRING -> string(parser.getString(), text);
            // Without an expansion: the exponent stays one, however large it is.
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                text.append(new BigDecimal(parser.getString()).stripTrailingZeros());
            default -> text.append(parser.getString());
        }
    }

    private static void object(JsonParser parser, StringBuilder text) {
        Map<String, StringBuilder> members = new TreeMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            StringBuilder member = new StringBuilder();
            value(parser, member);
            members.put(name, member);
        }
        text.append('{');
        members.forEach((name, member) -> {
            string(name, text);
            text.append(':').append(member).append(',');
        });
        text.append('}');
    }

    private static void array(JsonParser parser, StringBuilder text) {
        text.append('[');
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            value(parser, text);
            text.append(',');
        }
        text.append(']');
    }

    /** All but plain ASCII is escaped, so that no two strings come out the same, halves of surrogate pairs among them. */
    private static void string(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                text.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
