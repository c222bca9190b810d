package io.counterfoil.story.text;

import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes JSON in ASCII, so that no control sequence reaches a terminal and the output does not depend on its encoding.
 */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private Json() {}

    /** A number as it is written. */
    public record Numeral(String text) {}

    /** An object of these members on one line, with a line feed: maps, lists, texts, booleans, {@link Numeral}s and nulls. */
    public static byte[] line(Map<String, ?> members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = generator(text)) {
            write(members, json);
        }
        return text.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void write(@Nullable Object value, JsonGenerator json) {
        if (value instanceof Map<?, ?> members) {
            json.writeStartObject();
            members.forEach((name, member) -> {
                json.writeName(String.valueOf(name));
                write(member, json);
            });
            json.writeEndObject();
        } else if (value instanceof List<?> values) {
            json.writeStartArray();
            values.forEach(each -> write(each, json));
            json.writeEndArray();
        } else if (value instanceof Numeral number) {
            json.writeNumber(number.text());
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }

    /** Creates a generator; closing it does not close the writer. */
    public static JsonGenerator generator(Writer target) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), target);
    }
}
