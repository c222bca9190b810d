package io.counterfoil.springboot.method;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.Idempotent;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;

/**
 * Finds annotated methods of beans that are no controllers, and reads what is said of them. What cannot be fails the making of its
 * bean. Thread-safe.
 */
final class IdempotentPointcut extends StaticMethodMatcherPointcut {

    private final Map<Method, CallPlan> plans = new ConcurrentHashMap<>();

    IdempotentPointcut() {
        setClassFilter(IdempotentPointcut::mayHave);
    }

    private static boolean mayHave(Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, Idempotent.class)
                || AnnotatedElementUtils.hasAnnotation(type, Controller.class)) {
            return false;
        }
        if (AnnotatedElementUtils.hasAnnotation(type, Idempotent.class)) {
            throw new CounterfoilStartUpException(
                    "@Idempotent on " + ClassUtils.getUserClass(type).getName()
                            + " says nothing: a class that is no controller has no requests, and each method needs a key of"
                            + " its own.",
                    "Put the annotation on its methods.");
        }
        return true;
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return find(method, targetClass).isPresent();
    }

    /** What is said of a method of a class. */
    Optional<CallPlan> find(Method method, Class<?> targetClass) {
        Class<?> type = ClassUtils.getUserClass(targetClass);
        Method specific = AopUtils.getMostSpecificMethod(method, type);
        CallPlan known = plans.get(specific);
        if (known != null) {
            return Optional.of(known);
        }
        Idempotent said = AnnotatedElementUtils.findMergedAnnotation(specific, Idempotent.class);
        return said == null
                ? Optional.empty()
                : Optional.of(plans.computeIfAbsent(specific, absent -> CallPlan.of(absent, type, said)));
    }

    /** All that were found so far. */
    Collection<CallPlan> all() {
        return List.copyOf(plans.values());
    }
}
