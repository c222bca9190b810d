package io.counterfoil.signals.envelope;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON on one line, without white space, members in their order. */
final class JsonWriter {

    private static final JsonFactory FACTORY = JsonFactory.builder().build();

    private JsonWriter() {}

    static String text(Map<String, @Nullable Object> members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            object(json, members);
        }
        return text.toString();
    }

    private static void object(JsonGenerator json, Map<?, ?> members) {
        json.writeStartObject();
        members.forEach((name, value) -> {
            json.writeName((String) name);
            value(json, value);
        });
        json.writeEndObject();
    }

    private static void value(JsonGenerator json, @Nullable Object value) {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else if (value instanceof Data data) {
            json.writeRawValue(data.json());
        } else if (value instanceof Map<?, ?> members) {
            object(json, members);
        } else if (value instanceof List<?> elements) {
            json.writeStartArray();
            elements.forEach(element -> value(json, element));
            json.writeEndArray();
        } else {
            json.writeNumber(value.toString());
        }
    }
}
