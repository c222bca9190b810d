package io.counterfoil.springboot.internal;

import io.counterfoil.http.request.BodyFieldReader;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Finds a member of the outermost object of a JSON body, without building a tree of it. Thread-safe.
 *
 * <p>A member that is {@code null} is none. A body that is no JSON object, or nests deeper than 200, has none either: refusing it
 * is the handler's.
 */
public final class JsonField implements BodyFieldReader {

    /** The one there needs to be. */
    public static final JsonField INSTANCE = new JsonField();

    private JsonField() {}

    /** @throws InvalidIdentifierException when the member is there twice, or is neither a string nor {@code null} */
    @Override
    public Optional<String> read(byte[] body, String field) {
        try (JsonParser parser = Parsers.of(body)) {
            return parser.nextToken() == JsonToken.START_OBJECT ? member(parser, field) : Optional.empty();
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<String> member(JsonParser parser, String field) {
        Optional<String> found = Optional.empty();
        boolean seen = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean wanted = parser.currentName().equals(field);
            JsonToken value = parser.nextToken();
            if (wanted && seen) {
                throw new InvalidIdentifierException(field, "is repeated in the body");
            }
            if (wanted) {
                seen = true;
                found = text(parser, value, field);
            }
            parser.skipChildren();
        }
        return found;
    }

    private static Optional<String> text(JsonParser parser, JsonToken value, String field) {
        return switch (value) {
            case VALUE_STRING -> Optional.of(parser.getString());
            case VALUE_NULL -> Optional.empty();
            default -> throw new InvalidIdentifierException(field, "is not a string");
        };
    }
}
