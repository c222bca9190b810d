package io.counterfoil.jackson2;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import io.counterfoil.ids.text.InvalidIdException;
import java.io.IOException;

/** Reads an id from a property's name. */
final class IdKeyDeserializer extends KeyDeserializer {

    private final Class<?> idClass;
    private final IdReader reader;

    IdKeyDeserializer(Class<?> idClass, IdReader reader) {
        this.idClass = idClass;
        this.reader = reader;
    }

    @Override
    public Object deserializeKey(String key, DeserializationContext context) throws IOException {
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
