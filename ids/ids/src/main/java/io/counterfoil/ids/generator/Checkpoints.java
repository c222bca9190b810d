package io.counterfoil.ids.generator;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Detects that the process was restored from a checkpoint, on a Java platform that can (CRaC: coordinated restore at
 * checkpoint). Such a platform has the package {@code jdk.crac}; it is met by reflection, because others have not.
 */
final class Checkpoints {

    /** The platform holds its listeners weakly. */
    private static final List<Object> LISTENERS = new CopyOnWriteArrayList<>();

    private Checkpoints() {}

    /**
     * Runs an action after each restore, before the threads of the application draw again; never, on a platform without
     * checkpoints.
     *
     * @throws IllegalStateException when the platform has checkpoints, and refuses the action
     */
    static void afterRestore(Runnable action) {
        Class<?> core;
        try {
            core = Class.forName("jdk.crac.Core");
        } catch (ClassNotFoundException none) {
            return;
        }
        try {
            ClassLoader loader = core.getClassLoader();
            Class<?> resource = Class.forName("jdk.crac.Resource", false, loader);
            Object listener =
                    Proxy.newProxyInstance(resource.getClassLoader(), new Class<?>[] {resource}, new Listener(action));
            Object context = core.getMethod("getGlobalContext").invoke(null);
            Class.forName("jdk.crac.Context", false, loader)
                    .getMethod("register", resource)
                    .invoke(context, listener);
            LISTENERS.add(listener);
        } catch (ReflectiveOperationException unlike) {
            throw new IllegalStateException("jdk.crac is present but did not accept a listener", unlike);
        }
    }

    private record Listener(Runnable action) implements InvocationHandler {

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "afterRestore" -> {
                    action.run();
                    yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> "Counterfoil's listener for restores";
                default -> null;
            };
        }
    }
}
