package io.counterfoil.springboot.internal;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** How the work of a method gets out of its call. */
public final class DetachedWork {

    private static final ClassLoader LOADER = DetachedWork.class.getClassLoader();
    private static final String ASYNC = "org.springframework.scheduling.annotation.Async";
    private static final Optional<Class<?>> ENTITY = find("org.springframework.http.HttpEntity");
    private static final List<Class<?>> LATER = Stream.of(
                    Optional.<Class<?>>of(Callable.class),
                    Optional.<Class<?>>of(Future.class),
                    find("org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter"),
                    find("org.springframework.web.context.request.async.WebAsyncTask"),
                    find("org.springframework.web.context.request.async.DeferredResult"),
                    find("org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody"))
            .flatMap(Optional::stream)
            .toList();

    private DetachedWork() {}

    /**
     * How its work continues after it has returned, or on another thread, as the continuation of "it …"; empty where it does not.
     */
    public static Optional<String> of(Method method, Class<?> type) {
        Class<?> returned = returned(method, type);
        if (LATER.stream().anyMatch(later -> later.isAssignableFrom(returned))
                || adapter(returned).isPresent()) {
            return Optional.of(
                    "returns " + returned.getSimpleName() + ", so that its work continues after it has returned");
        }
        if (KotlinDetector.isSuspendingFunction(method)) {
            return Optional.of("is a suspending function, so that its work continues after it has returned");
        }
        if (AnnotatedElementUtils.isAnnotated(method, ASYNC)) {
            return Optional.of("is @Async, so that its work runs on another thread");
        }
        return Optional.empty();
    }

    private static Optional<Class<?>> find(String name) {
        return ClassUtils.isPresent(name, LOADER)
                ? Optional.of(ClassUtils.resolveClassName(name, LOADER))
                : Optional.empty();
    }

    private static Optional<ReactiveAdapter> adapter(Class<?> type) {
        return Optional.ofNullable(ReactiveAdapterRegistry.getSharedInstance().getAdapter(type));
    }

    /** The type of what is returned, or of the body where that is an HTTP entity. */
    private static Class<?> returned(Method method, Class<?> type) {
        ResolvableType returned = ResolvableType.forMethodReturnType(method, type);
        Class<?> plain = returned.resolve(Object.class);
        return ENTITY.filter(entity -> entity.isAssignableFrom(plain))
                .<Class<?>>map(entity -> returned.as(entity).getGeneric(0).resolve(Object.class))
                .orElse(plain);
    }
}
