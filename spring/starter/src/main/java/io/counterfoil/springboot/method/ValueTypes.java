package io.counterfoil.springboot.method;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.PolymorphicTypeValidator;
import tools.jackson.databind.jsontype.TypeIdResolver;
import tools.jackson.databind.jsontype.impl.DefaultTypeResolverBuilder;
import tools.jackson.databind.jsontype.impl.TypeIdResolverBase;

/**
 * Writes the class of a value wherever its declared type does not show it, as {@code Object} and {@code Number}, so that two values whose
 * JSON is the same and whose classes are not can be told apart. Maps, sets and other collections are one each. Only for comparing.
 */
final class ValueTypes extends DefaultTypeResolverBuilder {

    private static final long serialVersionUID = 1L;

    private static final Set<Class<?>> OPEN =
            Set.of(Object.class, Number.class, Comparable.class, java.io.Serializable.class, CharSequence.class);

    ValueTypes() {
        super(
                BasicPolymorphicTypeValidator.builder().build(),
                DefaultTyping.JAVA_LANG_OBJECT,
                JsonTypeInfo.As.WRAPPER_ARRAY);
    }

    @Override
    public boolean useForType(JavaType type) {
        return OPEN.contains(type.getRawClass());
    }

    @Override
    protected TypeIdResolver idResolver(
            DatabindContext context,
            JavaType base,
            PolymorphicTypeValidator validator,
            Collection<NamedType> subtypes,
            boolean forSerialization,
            boolean forDeserialization) {
        return new Kinds(base);
    }

    private static final class Kinds extends TypeIdResolverBase {

        private static final long serialVersionUID = 1L;

        Kinds(JavaType base) {
            super(base);
        }

        @Override
        public String idFromValue(DatabindContext context, Object value) {
            if (value instanceof Map) {
                return "map";
            }
            if (value instanceof Collection) {
                return value instanceof Set ? "set" : "collection";
            }
            return value.getClass().getName();
        }

        @Override
        public String idFromValueAndType(DatabindContext context, @Nullable Object value, Class<?> type) {
            return value == null ? type.getName() : idFromValue(context, value);
        }

        @Override
        public JsonTypeInfo.Id getMechanism() {
            return JsonTypeInfo.Id.CUSTOM;
        }
    }
}
