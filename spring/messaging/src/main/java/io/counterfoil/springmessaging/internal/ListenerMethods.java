package io.counterfoil.springmessaging.internal;

import io.counterfoil.springboot.CounterfoilStartUpException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Finds the annotated method that a container calls: containers do not tell it, so that it is the one whose listener annotation names the
 * container's queues or topics. An annotated method that a listener calls is not found.
 *
 * @param annotation the listener annotation
 * @param sources the queues or topics that it names
 */
public record ListenerMethods<A extends Annotation>(
        ConfigurableBeanFactory beans,
        OncePerMessageMethods methods,
        Class<A> annotation,
        Function<A, Stream<String>> sources) {

    /** The annotated method that a container of these queues or topics calls, where there is one. */
    public Optional<Method> of(Collection<String> names) {
        return methods.all().stream()
                .filter(method -> named(method).stream().anyMatch(names::contains))
                .findFirst();
    }

    private Set<String> named(Method method) {
        return listeners(method).stream().flatMap(sources).map(this::resolved).collect(Collectors.toSet());
    }

    private Collection<A> listeners(Method method) {
        Set<A> own = AnnotatedElementUtils.findMergedRepeatableAnnotations(method, annotation);
        return own.isEmpty()
                ? AnnotatedElementUtils.findMergedRepeatableAnnotations(method.getDeclaringClass(), annotation)
                : List.copyOf(own);
    }

    private String resolved(String text) {
        return String.valueOf(beans.resolveEmbeddedValue(text));
    }

    /** What is thrown at the start for a container that delivers batches to such a method. */
    public static CounterfoilStartUpException batch(Method method) {
        return new CounterfoilStartUpException(
                "@OncePerMessage on " + method + ", whose container delivers batches: a batch has no message ID.",
                "Have its container deliver single messages; or remove the annotation, and call Inbox.once for each message of a batch.");
    }
}
