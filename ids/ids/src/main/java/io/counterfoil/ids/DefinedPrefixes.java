package io.counterfoil.ids;

import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/** Every class of ids in the process with the prefixes that it reads; {@link IdType} says what for. */
final class DefinedPrefixes {

    private static final Map<Class<?>, Set<String>> PREFIXES = new WeakHashMap<>();

    private DefinedPrefixes() {}

    /** Takes a set that is never changed, and whose look-up disregards case. */
    static synchronized void claim(Set<String> prefixes, Class<?> idClass) {
        PREFIXES.forEach((definedClass, definedPrefixes) -> {
            // The same name in another class loader is the same class, loaded again.
            if (definedClass.getName().equals(idClass.getName())) {
                return;
            }
            for (String prefix : prefixes) {
                if (definedPrefixes.contains(prefix)) {
                    throw new IllegalStateException("prefix \"%s\" already belongs to %s and cannot be defined for %s"
                            .formatted(prefix, definedClass.getName(), idClass.getName()));
                }
            }
        });
        PREFIXES.put(idClass, prefixes);
    }
}
