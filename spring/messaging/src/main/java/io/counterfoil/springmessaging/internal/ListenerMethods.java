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

    /**
     * Checks that such a method can take the batches of its container.
     *
     * @throws CounterfoilStartUpException when none of its parameters is a list
     */
    public static void checkTakesBatches(Method method) {
        if (!List.of(method.getParameterTypes()).contains(List.class)) {
            throw unsupported(
                    method,
                    "no parameter is a java.util.List, from which messages that were processed before could be left out",
                    "Take a List of payloads, of messages or of the broker's own messages, or have its container deliver single messages.");
        }
    }

    /** What is thrown at the start for a container that delivers batches to such a method in a way that cannot be supported. */
    public static CounterfoilStartUpException unsupported(Method method, String why, String remedy) {
        return new CounterfoilStartUpException(
                "@OncePerMessage on " + method + ", whose container delivers batches: " + why + ".", remedy);
    }
}
