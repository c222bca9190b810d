package io.counterfoil.signals.envelope;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON strictly: one object and nothing after it, no name twice, no half characters, and nothing without a limit. */
final class JsonReader {

    private static final int SHOWN = 64;

    /** The limits are ours, because each is to name the field: the parser's own would be hit before. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Envelope.MAX_DEPTH + 1)
                    .maxNumberLength(Envelope.MAX_BYTES)
                    .maxNameLength(Envelope.MAX_BYTES)
                    .build())
            .build();

    private final JsonParser parser;
    private final String root;

    private JsonReader(JsonParser parser, String root) {
        this.parser = parser;
        this.root = root;
    }

    /** @throws InvalidEnvelopeException when the bytes are no UTF-8 */
    static String decoded(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException broken) {
            throw new InvalidEnvelopeException(InvalidEnvelopeException.WHOLE, "is not UTF-8", broken);
        }
    }

    /**
     * The object that a text is, deeply immutable.
     *
     * @param root what the whole is called
     * @param depth how deep it may be nested, at least 1
     */
    static Map<String, @Nullable Object> object(String json, String root, int depth) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            JsonReader reader = new JsonReader(parser, root);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidEnvelopeException(root, "is not a JSON object");
            }
            Map<String, @Nullable Object> object = reader.object(depth);
            if (parser.nextToken() != null) {
                throw new InvalidEnvelopeException(root, "has content after its end");
            }
            return object;
        } catch (JacksonException unreadable) {
            // Its own message would show a part of the text.
            throw new InvalidEnvelopeException(
                    root,
                    "is not readable as JSON from line "
                            + unreadable.getLocation().getLineNr() + ", column "
                            + unreadable.getLocation().getColumnNr() + " on");
        }
    }

    private Map<String, @Nullable Object> object(int depth) {
        JsonValues.requireDepth(root, depth);
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            if (object.containsKey(name)) {
                throw new InvalidEnvelopeException(path(), "is repeated");
            }
            Checks.paired(root, name);
            parser.nextToken();
            object.put(name, value(depth));
        }
        return Collections.unmodifiableMap(object);
    }

    private List<@Nullable Object> array(int depth) {
        JsonValues.requireDepth(root, depth);
        List<@Nullable Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(depth));
        }
        return Collections.unmodifiableList(array);
    }

    private @Nullable Object value(int depth) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(depth - 1);
            case START_ARRAY -> array(depth - 1);
            case VALUE_STRING -> text();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> JsonValues.number(path(), parser.getString());
        };
    }

    private String text() {
        String text = parser.getString();
        if (text.chars().anyMatch(c -> Character.isSurrogate((char) c))) {
            Checks.paired(path(), text);
        }
        return text;
    }

    private String path() {
        String pointer = parser.streamReadContext()
                .pathAsPointer()
                .toString()
                .substring(1)
                .replace('/', '.');
        return shown(root.equals(InvalidEnvelopeException.WHOLE) ? pointer : root + "." + pointer);
    }

    /** A name from outside, fit to be logged. */
    static String shown(String name) {
        StringBuilder text = new StringBuilder();
        name.chars().limit(SHOWN).forEach(c -> text.append(c > ' ' && c <= '~' ? (char) c : '?'));
        return text.toString();
    }
}
