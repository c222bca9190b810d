package io.counterfoil.jackson2;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import io.counterfoil.ids.text.InvalidIdException;
import java.io.IOException;

/** Reads an id from a JSON string, and from nothing else. */
@SuppressWarnings("serial") // Serializable by inheritance: a mapper in use is not serialized
final class IdDeserializer extends StdScalarDeserializer<Object> {

    private final IdReader reader;

    IdDeserializer(Class<?> idClass, IdReader reader) {
        super(idClass);
        this.reader = reader;
    }

    @Override
    public Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (!json.hasToken(JsonToken.VALUE_STRING)) {
            return context.handleUnexpectedToken(
                    getValueType(context),
                    json.currentToken(),
                    json,
                    "an id (%s) is a JSON string, and not %s",
                    handledType().getSimpleName(),
                    JsonToken.valueDescFor(json.currentToken()));
        }
        String text = json.getText();
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
