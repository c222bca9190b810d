package io.counterfoil.springboot.internal;

import io.counterfoil.ids.AnyTypedId;
import org.springframework.util.ClassUtils;

/** Typed ids, in an application that has {@code counterfoil-ids} on its class path or has not. */
public final class TypedIds {

    private static final boolean PRESENT =
            ClassUtils.isPresent("io.counterfoil.ids.AnyTypedId", TypedIds.class.getClassLoader());

    private TypedIds() {}

    /** Whether values of the class are typed ids. */
    public static boolean isTypedId(Class<?> type) {
        return PRESENT && Present.isTypedId(type);
    }

    /** The text of a typed id. */
    static String text(Object id) {
        return Present.text(id);
    }

    /** Loaded only where the ids are. */
    private static final class Present {

        static boolean isTypedId(Class<?> type) {
            return AnyTypedId.class.isAssignableFrom(type);
        }

        static String text(Object id) {
            return ((AnyTypedId<?>) id).text();
        }
    }
}
