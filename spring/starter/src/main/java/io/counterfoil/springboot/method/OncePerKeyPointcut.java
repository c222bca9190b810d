package io.counterfoil.springboot.method;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.OncePerKey;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds methods with {@link OncePerKey}, and reads their settings. What cannot be fails the making of its
 * bean. Thread-safe.
 */
final class OncePerKeyPointcut extends StaticMethodMatcherPointcut {

    private final Map<OfClass, MethodSettings> found = new ConcurrentHashMap<>();

    /** A method of a class; a generic one that several classes inherit returns something else in each. */
    record OfClass(Method method, Class<?> type) {}

    OncePerKeyPointcut() {
        setClassFilter(OncePerKeyPointcut::mayHave);
    }

    private static boolean mayHave(Class<?> type) {
        boolean controller = AnnotatedElementUtils.hasAnnotation(type, Controller.class);
        if (!controller && AnnotationUtils.isCandidateClass(type, Idempotent.class)) {
            refuse(type, Idempotent.class, "is not a controller: use @OncePerKey on its methods");
        }
        if (!AnnotationUtils.isCandidateClass(type, OncePerKey.class)) {
            return false;
        }
        if (controller) {
            refuse(type, OncePerKey.class, "is a controller: use @Idempotent");
            return false;
        }
        return true;
    }

    private static void refuse(Class<?> type, Class<? extends Annotation> annotation, String why) {
        Class<?> user = ClassUtils.getUserClass(type);
        boolean annotated = AnnotatedElementUtils.hasAnnotation(user, annotation)
                || !MethodIntrospector.selectMethods(user, (ReflectionUtils.MethodFilter)
                                method -> AnnotatedElementUtils.hasAnnotation(method, annotation))
                        .isEmpty();
        if (annotated) {
            throw new CounterfoilStartUpException(
                    "@" + annotation.getSimpleName() + " is on " + user.getName() + ", which " + why + ".",
                    "Change or remove the annotation.");
        }
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return find(method, targetClass).isPresent();
    }

    /** The settings of a method of a class; empty where it has no annotation. */
    Optional<MethodSettings> find(Method method, Class<?> targetClass) {
        Class<?> type = ClassUtils.getUserClass(targetClass);
        Method specific = AopUtils.getMostSpecificMethod(method, type);
        OfClass searched = new OfClass(specific, type);
        MethodSettings known = found.get(searched);
        if (known != null) {
            return Optional.of(known);
        }
        OncePerKey annotation = AnnotatedElementUtils.findMergedAnnotation(specific, OncePerKey.class);
        return annotation == null
                ? Optional.empty()
                : Optional.of(found.computeIfAbsent(searched, absent -> MethodSettings.of(specific, type, annotation)));
    }

    /** All that were found so far. */
    Collection<MethodSettings> all() {
        return List.copyOf(found.values());
    }
}
