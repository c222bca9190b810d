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

    /**
     * Limit of the exponent of a number in free-form JSON, positive or negative: a larger one would exhaust memory in
     * code that converts it to an integer.
     */
    private static final int MAX_EXPONENT = 999;

    /**
     * Limit of tokens of one object: metadata within its length limit has at most one token for each character, and
     * there are few other fields.
     */
    private static final int MAX_TOKENS = Metadata.MAX_LENGTH + 200;

    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNumberLength(100)
            .build();

    private static final JsonMapper MAPPER = mapper(LIMITS);

    /** For one object that is read into memory: it is rejected before its tree is large. */
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
     * Parses a body that is a JSON object.
     *
     * @throws InvalidFieldException when it is not one JSON object in UTF-8, nested too deeply, or of more than
     *     {@value #MAX_TOKENS} tokens; names {@code body}
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

    /**
     * The exception for a number whose exponent exceeds Java's range, which Jackson passes on as an arithmetic
     * exception.
     */
    static InvalidFieldException beyond(String field) {
        return new InvalidFieldException(field, "has a number whose exponent is beyond " + MAX_EXPONENT);
    }

    /**
     * UTF-8 and nothing else (RFC 8259, section 8.1): Jackson would detect the encoding, and accepts unpaired
     * surrogates.
     */
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

    /** Jackson's message without the start marker and the excerpt of the source on further lines. */
    private static String firstLine(JacksonException malformed) {
        String first = malformed.getOriginalMessage().lines().findFirst().orElse("malformed");
        int start = first.indexOf(" (start marker");
        String line = start < 0 ? first : first.substring(0, start);
        return line.length() <= 200 ? line : line.substring(0, 200);
    }

    /**
     * A streaming parser of a body, as strict as {@link #object}.
     *
     * @throws JacksonException from the parser, when the body is malformed; {@link #unreadable} converts it
     */
    static JsonParser parser(InputStream body) {
        return MAPPER.createParser(new InputStreamReader(body, StandardCharsets.UTF_8.newDecoder()));
    }

    /** Converts a parser's exception: to an {@link InvalidFieldException}, or to the I/O error that caused it. */
    static InvalidFieldException unreadable(JacksonException malformed) throws IOException {
        if (malformed.getCause() instanceof CharacterCodingException) {
            return new InvalidFieldException("body", "is not readable as UTF-8");
        }
        if (malformed.getCause() instanceof IOException broken) {
            throw broken;
        }
        return new InvalidFieldException("body", "is not readable as JSON: " + firstLine(malformed));
    }

    /** A problem with an extension member. */
    static String with(Problem problem, String name, Object value) {
        ObjectNode object = (ObjectNode) MAPPER.readTree(problem.toJson());
        return MAPPER.writeValueAsString(object.set(name, MAPPER.valueToTree(value)));
    }

    /** Writes a text as a JSON string. */
    static JsonNode parse(String json) {
        return MAPPER.readTree(json);
    }

    /** Parses stored metadata. */
    static JsonNode parse(Metadata metadata) {
        return MAPPER.readTree(metadata.json());
    }

    /**
     * Parses metadata.
     *
     * @throws InvalidFieldException when the text is not a JSON object, or is too long; names {@code metadata}
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

    /** Writes an object with its members sorted by name at every depth, in ASCII: equal contents give equal text. */
    static String canonical(String field, JsonNode node) {
        checkReadable(field, node);
        return MAPPER.writeValueAsString(node);
    }

    /** Canonical form of any JSON value, valid as a request or not. */
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
