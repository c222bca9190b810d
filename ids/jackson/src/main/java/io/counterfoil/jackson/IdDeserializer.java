package io.counterfoil.jackson;

import io.counterfoil.ids.text.InvalidIdException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.exc.InvalidFormatException;

/** Reads an id from a JSON string, and from nothing else. */
final class IdDeserializer extends StdScalarDeserializer<Object> {

    private final IdReader reader;

    IdDeserializer(Class<?> idClass, IdReader reader) {
        super(idClass);
        this.reader = reader;
    }

    @Override
    public Object deserialize(JsonParser json, DeserializationContext context) {
        if (!json.hasToken(JsonToken.VALUE_STRING)) {
            return context.handleUnexpectedToken(
                    getValueType(context),
                    json.currentToken(),
                    json,
                    "an id (%s) is a JSON string, and not %s",
                    handledType().getSimpleName(),
                    JsonToken.valueDescFor(json.currentToken()));
        }
        String text = json.getString();
        try {
            return reader.read(text, context);
        } catch (InvalidIdException invalid) {
            try {
                return context.handleWeirdStringValue(handledType(), text, "%s", invalid.getMessage());
            } catch (InvalidFormatException refused) {
                if (refused.getCause() == null) {
                    refused.initCause(invalid);
                }
                throw refused;
            }
        }
    }
}
