package io.counterfoil.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.Serializers;

/** One serializer for all classes of ids; Jackson looks it up once for each class. */
final class IdWriters extends Serializers.Base {

    private final ValueSerializer<Object> serializer;

    IdWriters(ValueSerializer<Object> serializer) {
        this.serializer = serializer;
    }

    @Override
    public @Nullable ValueSerializer<?> findSerializer(
            SerializationConfig config, JavaType type, BeanDescription.Supplier description, JsonFormat.Value format) {
        return IdReader.isId(type.getRawClass()) ? serializer : null;
    }
}
