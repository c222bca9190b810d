package io.counterfoil.springboot.method;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.impl.TypeWrappedDeserializer;
import tools.jackson.databind.deser.std.ContainerDeserializerBase;
import tools.jackson.databind.deser.std.ReferenceTypeDeserializer;
import tools.jackson.databind.json.JsonMapper;

/**
 * What of a type cannot be read from JSON, whatever the value: a class that says neither how nor as what it is created, at any depth of
 * properties and contents. It asks the mapper's own deserializers, so that modules and mix-ins of the application count. What a value
 * alone shows, as in a property of the type {@code Object}, passes. Used by one thread.
 */
final class ReadableType {

    private final DeserializationContext context;
    private final Set<JavaType> seen = new HashSet<>();

    private ReadableType(JsonMapper mapper) {
        this.context = mapper._deserializationContext();
    }

    /** The description of what cannot be read; empty where all of it can. */
    static Optional<String> problem(JsonMapper mapper, JavaType type) {
        return new ReadableType(mapper).of(type);
    }

    private Optional<String> of(JavaType type) {
        try {
            return of(context.findRootValueDeserializer(type), type);
        } catch (JacksonException unreadable) {
            return Optional.of(unreadable.getOriginalMessage());
        }
    }

    private Optional<String> of(ValueDeserializer<?> deserializer, JavaType type) {
        if (deserializer instanceof TypeWrappedDeserializer) {
            return Optional.empty();
        }
        if (deserializer instanceof AbstractDeserializer) {
            return isPolymorphic(type)
                    ? Optional.empty()
                    : Optional.of(type.toCanonical() + " is abstract, and does not say which class to create");
        }
        if (deserializer instanceof BeanDeserializerBase bean) {
            return ofBean(bean, type);
        }
        if (deserializer instanceof ReferenceTypeDeserializer<?> && type.getContentType() != null) {
            return type.getContentType().getTypeHandler() == null ? of(type.getContentType()) : Optional.empty();
        }
        return deserializer instanceof ContainerDeserializerBase<?> container
                        && container.getContentDeserializer() != null
                        && container.getContentType() != null
                ? of(container.getContentDeserializer(), container.getContentType())
                : Optional.empty();
    }

    private Optional<String> ofBean(BeanDeserializerBase bean, JavaType type) {
        if (!seen.add(type)) {
            return Optional.empty();
        }
        if (!bean.getValueInstantiator().canInstantiate()) {
            return Optional.of(type.toCanonical() + " has no constructor or factory method that Jackson can call");
        }
        for (Iterator<SettableBeanProperty> properties = bean.properties(); properties.hasNext(); ) {
            SettableBeanProperty property = properties.next();
            Optional<String> problem = property.hasValueDeserializer() && !property.hasValueTypeDeserializer()
                    ? of(property.getValueDeserializer(), property.getType())
                    : Optional.empty();
            if (problem.isPresent()) {
                return problem.map(what -> "its property " + property.getName() + ": " + what);
            }
        }
        return Optional.empty();
    }

    private boolean isPolymorphic(JavaType type) {
        return type.getTypeHandler() != null || context.findTypeDeserializer(type) != null;
    }
}
