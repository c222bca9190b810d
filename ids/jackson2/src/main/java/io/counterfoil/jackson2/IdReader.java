package io.counterfoil.jackson2;

import com.fasterxml.jackson.databind.DeserializationContext;
import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.IdTypes;
import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.text.InvalidIdException;
import java.io.IOException;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** How a text becomes an id of one Java type. */
@FunctionalInterface
interface IdReader {

    /**
     * The id of a text.
     *
     * @throws InvalidIdException if the text is invalid
     */
    Object read(String text, DeserializationContext context) throws IOException;

    /** Whether the module is about ids of this class or interface. */
    static boolean isId(Class<?> type) {
        return AnyTypedId.class.isAssignableFrom(type) || type == ObjectId.class;
    }

    /**
     * The reader of a class or interface.
     *
     * @throws IllegalArgumentException when the class is no well-defined type of ids
     */
    static IdReader of(Class<?> idClass, @Nullable IdTypes types) {
        if (idClass == ObjectId.class) {
            return (text, context) -> ObjectId.parse(text);
        }
        if (!Modifier.isAbstract(idClass.getModifiers())) {
            IdType<?> type = concrete(idClass);
            return (text, context) -> type.parse(text);
        }
        if (types == null) {
            return (text, context) -> context.reportBadDefinition(
                    idClass,
                    "%s is not a single kind of ID: register the possible kinds with addModule(new TypedIdJackson2Module(IdTypes.of(...)))"
                            .formatted(idClass.getName()));
        }
        return (text, context) -> types.parse(text, idClass);
    }

    private static IdType<?> concrete(Class<?> idClass) {
        try {
            return IdType.forClass(idClass);
        } catch (IllegalStateException clash) {
            // What Jackson expects of a definition that is wrong; it adds where it met the class.
            throw new IllegalArgumentException(clash.getMessage(), clash);
        }
    }
}
