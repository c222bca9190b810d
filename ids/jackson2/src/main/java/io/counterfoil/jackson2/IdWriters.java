package io.counterfoil.jackson2;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.ser.Serializers;
import org.jspecify.annotations.Nullable;

/** One serializer for all classes of ids; Jackson looks it up once for each class. */
final class IdWriters extends Serializers.Base {

    private final JsonSerializer<Object> serializer;

    IdWriters(JsonSerializer<Object> serializer) {
        this.serializer = serializer;
    }

    @Override
    public @Nullable JsonSerializer<?> findSerializer(
            SerializationConfig config, JavaType type, BeanDescription description) {
        return IdReader.isId(type.getRawClass()) ? serializer : null;
    }
}
