package io.counterfoil.jackson;

import io.counterfoil.ids.IdTypes;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.deser.KeyDeserializers;

/** A deserializer for each class of ids; Jackson looks each one up once. */
final class IdReaders extends Deserializers.Base implements KeyDeserializers {

    private final @Nullable IdTypes types;

    IdReaders(@Nullable IdTypes types) {
        this.types = types;
    }

    @Override
    public @Nullable ValueDeserializer<?> findBeanDeserializer(
            JavaType type, DeserializationConfig config, BeanDescription.Supplier description) {
        Class<?> idClass = type.getRawClass();
        return hasDeserializerFor(config, idClass) ? new IdDeserializer(idClass, IdReader.of(idClass, types)) : null;
    }

    @Override
    public @Nullable KeyDeserializer findKeyDeserializer(
            JavaType type, DeserializationConfig config, BeanDescription.Supplier description) {
        Class<?> idClass = type.getRawClass();
        return hasDeserializerFor(config, idClass) ? new IdKeyDeserializer(idClass, IdReader.of(idClass, types)) : null;
    }

    @Override
    public boolean hasDeserializerFor(DeserializationConfig config, Class<?> valueType) {
        return IdReader.isId(valueType);
    }
}
