package io.counterfoil.springids;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.IdTypes;
import io.counterfoil.ids.generator.ObjectId;
import java.lang.reflect.Modifier;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;

/** Reads an id of the target class; where that is an interface, by the prefix among the application's types. */
final class StringToId implements ConditionalGenericConverter {

    private final ObjectProvider<IdTypes> types;

    StringToId(ObjectProvider<IdTypes> types) {
        this.types = types;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(
                new ConvertiblePair(String.class, AnyTypedId.class), new ConvertiblePair(String.class, ObjectId.class));
    }

    /**
     * Every class that is well defined.
     *
     * @throws IllegalStateException for a class that is not, and for an interface where the application has not declared which types
     *     there are. Thrown here, it is a fault of the server's to Spring; thrown while converting, it would be the request's
     */
    @Override
    public boolean matches(TypeDescriptor source, TypeDescriptor target) {
        Class<?> wanted = target.getType();
        if (!isAbstract(wanted)) {
            return wanted == ObjectId.class || isDefined(wanted);
        }
        if (types.getIfAvailable() == null) {
            throw new IllegalStateException(
                    "%s is not a single kind of ID: declare the possible kinds in a bean of type %s"
                            .formatted(wanted.getName(), IdTypes.class.getName()));
        }
        return true;
    }

    private static boolean isDefined(Class<?> idClass) {
        try {
            return IdType.forClass(idClass).idClass() == idClass;
        } catch (IllegalArgumentException undefined) {
            throw new IllegalStateException(undefined.getMessage(), undefined);
        }
    }

    @Override
    public @Nullable Object convert(@Nullable Object source, TypeDescriptor sourceType, TypeDescriptor targetType) {
        if (source == null) {
            return null;
        }
        String text = (String) source;
        Class<?> wanted = targetType.getType();
        if (wanted == ObjectId.class) {
            return ObjectId.parse(text);
        }
        return isAbstract(wanted)
                ? types.getObject().parse(text, wanted)
                : IdType.forClass(wanted).parse(text);
    }

    private static boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers());
    }
}
