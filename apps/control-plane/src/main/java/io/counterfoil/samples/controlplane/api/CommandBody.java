package io.counterfoil.samples.controlplane.api;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.request.KeyField;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.samples.controlplane.Work;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.InvalidEnvelopeException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a request for a command says: its key, in the body or in the header, and the data. Read strictly: nothing is coerced, nothing is
 * ignored, and every error names its field.
 *
 * @param key where it is in both places, it is the same
 */
record CommandBody(RequestId key, Data data) {

    /** The longest body, in bytes. */
    static final int MAX_BYTES = 64 * 1024;

    private static final String KEY = "idempotencyKey";
    private static final String DATA = "data";
    private static final Set<String> FIELDS = Set.of(KEY, DATA);

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /**
     * Reads it.
     *
     * @throws InvalidFieldException when it is not as it must be
     * @throws BodyTooLargeException when there is more of it than {@value #MAX_BYTES} bytes
     */
    static CommandBody of(HttpServletRequest request) throws IOException {
        JsonNode body = object(request);
        for (String name : body.propertyNames()) {
            if (!FIELDS.contains(name)) {
                throw new InvalidFieldException("body", "has a field other than idempotencyKey and data");
            }
        }
        return new CommandBody(key(inHeader(request), inBody(body)), data(body.path(DATA)));
    }

    private static JsonNode object(HttpServletRequest request) throws IOException {
        byte[] bytes = request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new BodyTooLargeException();
        }
        if (bytes.length == 0) {
            return MAPPER.createObjectNode();
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            JsonNode body = MAPPER.readTree(text);
            if (!body.isObject()) {
                throw new InvalidFieldException("body", "must be a JSON object");
            }
            return body;
        } catch (CharacterCodingException malformed) {
            throw new InvalidFieldException("body", "is not readable as UTF-8");
        } catch (JacksonException malformed) {
            throw new InvalidFieldException("body", "is not readable as JSON");
        }
    }

    private static RequestId key(Optional<RequestId> inHeader, Optional<RequestId> inBody) {
        if (inHeader.isPresent() && inBody.isPresent() && !inHeader.equals(inBody)) {
            throw new InvalidFieldException(KEY, "differs from the header field " + header());
        }
        return inBody.or(() -> inHeader)
                .orElseThrow(() ->
                        new InvalidFieldException(KEY, "is required: in the body, or as the header field " + header()));
    }

    private static Optional<RequestId> inBody(JsonNode body) {
        JsonNode key = body.path(KEY);
        if (key.isMissingNode()) {
            return Optional.empty();
        }
        if (!key.isString()) {
            throw new InvalidFieldException(KEY, "must be a text of 1 to " + RequestId.MAX_BYTES + " bytes of UTF-8");
        }
        try {
            return Optional.of(new RequestId(key.stringValue()));
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidFieldException(KEY, invalid.reason());
        }
    }

    private static Optional<RequestId> inHeader(HttpServletRequest request) {
        List<String> values = Collections.list(request.getHeaders(header()));
        if (values.size() > 1) {
            throw new InvalidFieldException(header(), "is present " + values.size() + " times");
        }
        try {
            return values.stream().findFirst().map(KeyField::parse);
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidFieldException(header(), invalid.reason());
        }
    }

    private static String header() {
        return HeaderNames.DEFAULT.idempotencyKey();
    }

    private static Data data(JsonNode node) {
        if (node.isMissingNode()) {
            return Data.EMPTY;
        }
        if (!node.isObject()) {
            throw new InvalidFieldException(DATA, "must be an object");
        }
        try {
            Data data = Data.parse(node.toString());
            Work.of(data);
            return data;
        } catch (InvalidEnvelopeException invalid) {
            throw new InvalidFieldException(DATA, String.valueOf(invalid.getMessage()));
        } catch (Work.InvalidWorkException invalid) {
            throw new InvalidFieldException(invalid.field(), invalid.reason());
        }
    }

    /** A body that is longer than the limit. */
    static final class BodyTooLargeException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
