package io.counterfoil.jackson;

import io.counterfoil.ids.text.InvalidIdException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.exc.InvalidFormatException;

/** Reads an id from a property's name. */
final class IdKeyDeserializer extends KeyDeserializer {

    private final Class<?> idClass;
    private final IdReader reader;

    IdKeyDeserializer(Class<?> idClass, IdReader reader) {
        this.idClass = idClass;
        this.reader = reader;
    }

    @Override
    public Object deserializeKey(String key, DeserializationContext context) {
        try {
            return reader.read(key, context);
        } catch (InvalidIdException invalid) {
            try {
                return context.handleWeirdKey(idClass, key, "%s", invalid.getMessage());
            } catch (InvalidFormatException refused) {
                if (refused.getCause() == null) {
                    refused.initCause(invalid);
                }
                throw refused;
            }
        }
    }
}
