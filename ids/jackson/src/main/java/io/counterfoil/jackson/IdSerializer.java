package io.counterfoil.jackson;

import io.counterfoil.ids.AnyTypedId;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/** Writes an id as its text. */
final class IdSerializer extends StdScalarSerializer<Object> {

    static final ValueSerializer<Object> VALUE = new IdSerializer(false);
    static final ValueSerializer<Object> KEY = new IdSerializer(true);

    private final boolean key;

    private IdSerializer(boolean key) {
        super(Object.class);
        this.key = key;
    }

    @Override
    public void serialize(Object id, JsonGenerator json, SerializationContext context) {
        String text = id instanceof AnyTypedId<?> typed ? typed.text() : id.toString();
        if (key) {
            json.writeName(text);
        } else {
            json.writeString(text);
        }
    }
}
