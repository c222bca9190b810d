package io.counterfoil.ledger.api;

import io.counterfoil.http.message.Problem;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Metadata;
import io.counterfoil.ledger.domain.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes JSON, strictly and with limits. */
final class Json {

    private static final int MAX_DEPTH = 32;

    /** Of a number in free text, either way: a longer one would be a trap for code that makes an integer of it. */
    private static final int MAX_EXPONENT = 999;

    /** Of one object: within its limit metadata has no more than a token for each character, and the other fields are few. */
    private static final int MAX_TOKENS = Metadata.MAX_LENGTH + 200;

    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNumberLength(100)
            .build();

    private static final JsonMapper MAPPER = mapper(LIMITS);

    /** For one object that is read whole: it is refused before its tree is large. */
    private static final JsonMapper OBJECTS =
            mapper(LIMITS.rebuild().maxTokenCount(MAX_TOKENS).build());

    private Json() {}

    private static JsonMapper mapper(StreamReadConstraints limits) {
        return JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(limits)
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                        .build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
                .build();
    }

    /**
     * The object that a body is.
     *
     * @throws InvalidFieldException when it is not one JSON object in UTF-8, nested too deeply, or of more than {@value #MAX_TOKENS} tokens; names {@code body}
     */
    static JsonBody object(byte[] body) {
        JsonNode node;
        try {
            node = OBJECTS.readTree(decoded(body));
        } catch (JacksonException malformed) {
            throw new InvalidFieldException("body", "is not readable as JSON: " + firstLine(malformed));
        } catch (NumberFormatException beyond) {
            throw beyond("body");
        }
        if (!node.isObject()) {
            throw new InvalidFieldException("body", "must be a JSON object");
        }
        return new JsonBody(node);
    }

    /** What is thrown when a number has an exponent that Java has no number for, which Jackson lets through as Java says it. */
    static InvalidFieldException beyond(String field) {
        return new InvalidFieldException(field, "has a number whose exponent is beyond " + MAX_EXPONENT);
    }

    /** UTF-8 and nothing else (RFC 8259, section 8.1): Jackson would guess, and lets half a surrogate pair through. */
    private static String decoded(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new InvalidFieldException("body", "is not readable as UTF-8");
        }
    }

    /** What Jackson says, without what it adds about the source: where an array or object began, and an excerpt on further lines. */
    private static String firstLine(JacksonException malformed) {
        String first = malformed.getOriginalMessage().lines().findFirst().orElse("malformed");
        int start = first.indexOf(" (start marker");
        String line = start < 0 ? first : first.substring(0, start);
        return line.length() <= 200 ? line : line.substring(0, 200);
    }

    /**
     * Reads a body as it arrives, as strictly as {@link #object}.
     *
     * @throws JacksonException from the parser, when it is malformed; {@link #unreadable} makes the refusal of it
     */
    static JsonParser parser(InputStream body) {
        return MAPPER.createParser(new InputStreamReader(body, StandardCharsets.UTF_8.newDecoder()));
    }

    /** What is thrown when a parser has thrown: the refusal, or what broke the stream. */
    static InvalidFieldException unreadable(JacksonException malformed) throws IOException {
        if (malformed.getCause() instanceof CharacterCodingException) {
            return new InvalidFieldException("body", "is not readable as UTF-8");
        }
        if (malformed.getCause() instanceof IOException broken) {
            throw broken;
        }
        return new InvalidFieldException("body", "is not readable as JSON: " + firstLine(malformed));
    }

    /** A problem with a member of its own. */
    static String with(Problem problem, String name, Object value) {
        ObjectNode object = (ObjectNode) MAPPER.readTree(problem.toJson());
        return MAPPER.writeValueAsString(object.set(name, MAPPER.valueToTree(value)));
    }

    /** A text as JSON. */
    static JsonNode parse(String json) {
        return MAPPER.readTree(json);
    }

    /** A stored metadata as JSON again. */
    static JsonNode parse(Metadata metadata) {
        return MAPPER.readTree(metadata.json());
    }

    /**
     * The metadata that a text is.
     *
     * @throws InvalidFieldException when it is no object in JSON, or too long; names {@code metadata}
     */
    static Metadata metadata(String json) {
        JsonNode node;
        try {
            node = OBJECTS.readTree(json);
        } catch (JacksonException malformed) {
            throw new InvalidFieldException("metadata", "is not readable as JSON: " + firstLine(malformed));
        } catch (NumberFormatException beyond) {
            throw beyond("metadata");
        }
        if (!node.isObject()) {
            throw new InvalidFieldException("metadata", "must be an object");
        }
        return new Metadata(canonical("metadata", node));
    }

    /** An object with its members sorted by name at every depth, in ASCII: equal contents are equal text. */
    static String canonical(String field, JsonNode node) {
        checkReadable(field, node);
        return MAPPER.writeValueAsString(node);
    }

    /** The same of anything, readable or not. */
    static String canonical(JsonNode node) {
        return MAPPER.writeValueAsString(node);
    }

    private static void checkReadable(String field, JsonNode node) {
        if (node.isString()) {
            Text.checkReadable(field, node.stringValue());
        }
        if (node.isBigDecimal() && Math.abs((long) node.decimalValue().scale()) > MAX_EXPONENT) {
            throw beyond(field);
        }
        node.propertyNames().forEach(name -> Text.checkReadable(field, name));
        node.forEach(member -> checkReadable(field, member));
    }
}
