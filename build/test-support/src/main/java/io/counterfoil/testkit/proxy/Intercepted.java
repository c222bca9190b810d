package io.counterfoil.testkit.proxy;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Makes objects of an interface whose calls are intercepted. Thread-safe if the interceptor and the target are. */
public final class Intercepted {

    private Intercepted() {}

    /** Sees every call before the target does. */
    @FunctionalInterface
    public interface Interceptor {

        /**
         * Answers a call. It reaches the target only by {@link Call#proceed}.
         *
         * @return what the caller gets; it is ignored if the method returns nothing
         * @throws Throwable what the caller gets instead
         */
        @Nullable
        Object intercept(Call call) throws Throwable;
    }

    /** One call. */
    public static final class Call {

        private final Object target;
        private final Method method;
        private final @Nullable Object[] arguments;

        private Call(Object target, Method method, @Nullable Object @Nullable [] arguments) {
            this.target = target;
            this.method = method;
            this.arguments = arguments == null ? new Object[0] : arguments;
        }

        /** The name of the method. */
        public String name() {
            return method.getName();
        }

        /** The number of arguments. */
        public int arguments() {
            return arguments.length;
        }

        /** The argument at an index from 0, which is of this type and not null. */
        public <A> A argument(int index, Class<A> type) {
            return type.cast(requireNonNull(arguments[index]));
        }

        /**
         * Calls the target with the same arguments.
         *
         * @throws Throwable what the target throws
         */
        public @Nullable Object proceed() throws Throwable {
            return proceedWith(arguments);
        }

        /**
         * Calls the target with the same arguments; its result is of this type and not null.
         *
         * @throws Throwable what the target throws
         */
        public <R> R proceedAs(Class<R> type) throws Throwable {
            return type.cast(requireNonNull(proceed()));
        }

        /**
         * Calls the target with other arguments.
         *
         * @throws Throwable what the target throws
         */
        public @Nullable Object proceedWith(@Nullable Object... others) throws Throwable {
            try {
                return method.invoke(target, others);
            } catch (InvocationTargetException failure) {
                throw failure.getTargetException();
            }
        }
    }

    /**
     * Intercepts all calls of a new object.
     *
     * @param type the interface of the object
     * @param target what calls reach that proceed
     */
    public static <T> T of(Class<T> type, T target, Interceptor interceptor) {
        return type.cast(Proxy.newProxyInstance(
                Intercepted.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> interceptor.intercept(new Call(target, method, arguments))));
    }
}
