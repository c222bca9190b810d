package io.counterfoil.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import io.counterfoil.ids.AnyTypedId;
import java.io.IOException;

/** Writes an id as its text. */
@SuppressWarnings("serial") // Serializable by inheritance: a mapper in use is not serialized
final class IdSerializer extends StdScalarSerializer<Object> {

    static final JsonSerializer<Object> VALUE = new IdSerializer(false);
    static final JsonSerializer<Object> KEY = new IdSerializer(true);

    private final boolean key;

    private IdSerializer(boolean key) {
        super(Object.class);
        this.key = key;
    }

    @Override
    public void serialize(Object id, JsonGenerator json, SerializerProvider context) throws IOException {
        String text = id instanceof AnyTypedId<?> typed ? typed.text() : id.toString();
        if (key) {
            json.writeFieldName(text);
        } else {
            json.writeString(text);
        }
    }
}
