package io.counterfoil.ids;

import java.util.Map;
import java.util.WeakHashMap;

/** Every class of ids in the process with its prefix; {@link IdType} says what for. */
final class DefinedPrefixes {

    private static final Map<Class<?>, String> PREFIXES = new WeakHashMap<>();

    private DefinedPrefixes() {}

    static synchronized void claim(String prefix, Class<?> idClass) {
        PREFIXES.forEach((definedClass, definedPrefix) -> {
            // The same name in another class loader is the same class, loaded again.
            if (definedPrefix.equals(prefix) && !definedClass.getName().equals(idClass.getName())) {
                throw new IllegalStateException("prefix \"%s\" is taken by %s, and cannot be defined for %s"
                        .formatted(prefix, definedClass.getName(), idClass.getName()));
            }
        });
        PREFIXES.put(idClass, prefix);
    }
}
