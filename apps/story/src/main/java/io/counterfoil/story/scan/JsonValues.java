package io.counterfoil.story.scan;

import io.counterfoil.story.text.Json.Numeral;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Values of JSON as maps, lists, texts and numbers, with the long forms of some collectors made short: OTLP's {@code
 * {"key":k,"value":{"stringValue":v}}} and CloudWatch's {@code {"field":k,"value":v}} are members, and a text of the journal that is a list
 * of bytes is a text.
 */
final class JsonValues {

    private static final Set<String> SCALARS =
            Set.of("stringValue", "intValue", "doubleValue", "boolValue", "bytesValue");
    private static final List<String> NAMES = List.of("key", "field");

    private JsonValues() {}

    /** Reads the value that begins with this token. */
    static @Nullable Object read(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Numeral(parser.getString());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static @Nullable Object object(JsonParser parser) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            if (token == null) {
                break;
            }
            members.put(name, read(parser, token));
        }
        if (members.size() == 1) {
            Map.Entry<String, @Nullable Object> only =
                    members.entrySet().iterator().next();
            if (SCALARS.contains(only.getKey())) {
                return only.getValue();
            }
            if (only.getValue() instanceof Map<?, ?> values
                    && (only.getKey().equals("kvlistValue") || only.getKey().equals("arrayValue"))) {
                return values.get("values");
            }
        }
        return members;
    }

    private static Object array(JsonParser parser) {
        List<@Nullable Object> values = new ArrayList<>();
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            values.add(read(parser, token));
        }
        for (String name : NAMES) {
            if (!values.isEmpty() && values.stream().allMatch(value -> isNamed(value, name))) {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                values.forEach(value ->
                        members.put(String.valueOf(((Map<?, ?>) value).get(name)), ((Map<?, ?>) value).get("value")));
                return members;
            }
        }
        return !values.isEmpty() && values.stream().allMatch(JsonValues::isByte) ? text(values) : values;
    }

    private static boolean isNamed(@Nullable Object value, String name) {
        return value instanceof Map<?, ?> members
                && members.size() == 2
                && members.get(name) instanceof String
                && members.containsKey("value");
    }

    private static boolean isByte(@Nullable Object value) {
        return value instanceof Numeral number
                && number.text().length() <= 3
                && number.text().matches("[0-9]+");
    }

    private static String text(List<@Nullable Object> values) {
        byte[] bytes = new byte[values.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = values.get(i) instanceof Numeral number ? (byte) Integer.parseInt(number.text()) : 0;
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
