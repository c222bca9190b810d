package io.counterfoil.springmessaging.internal;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The annotated methods of the beans that were made so far, for the checks of the containers that call them. Thread-safe. */
public final class OncePerMessageMethods {

    private final Set<Method> methods = ConcurrentHashMap.newKeySet();

    /** Notes one. */
    public void add(Method method) {
        methods.add(method);
    }

    /** Those that were noted. */
    public List<Method> all() {
        return List.copyOf(methods);
    }
}
