package io.counterfoil.jackson2;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.deser.Deserializers;
import com.fasterxml.jackson.databind.deser.KeyDeserializers;
import io.counterfoil.ids.IdTypes;
import org.jspecify.annotations.Nullable;

/** A deserializer for each class of ids; Jackson looks each one up once. */
final class IdReaders extends Deserializers.Base implements KeyDeserializers {

    private final @Nullable IdTypes types;

    IdReaders(@Nullable IdTypes types) {
        this.types = types;
    }

    @Override
    public @Nullable JsonDeserializer<?> findBeanDeserializer(
            JavaType type, DeserializationConfig config, BeanDescription description) {
        Class<?> idClass = type.getRawClass();
        return hasDeserializerFor(config, idClass) ? new IdDeserializer(idClass, IdReader.of(idClass, types)) : null;
    }

    @Override
    public @Nullable KeyDeserializer findKeyDeserializer(
            JavaType type, DeserializationConfig config, BeanDescription description) {
        Class<?> idClass = type.getRawClass();
        return hasDeserializerFor(config, idClass) ? new IdKeyDeserializer(idClass, IdReader.of(idClass, types)) : null;
    }

    @Override
    public boolean hasDeserializerFor(DeserializationConfig config, Class<?> valueType) {
        return IdReader.isId(valueType);
    }
}
