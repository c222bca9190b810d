package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.NotIdempotent;
import io.counterfoil.springboot.settings.EndpointSettings;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.web.method.HandlerMethod;

/**
 * The settings that annotations give to a handler method.
 *
 * @param handler the method in words
 * @param exempt whether its requests pass untouched
 * @param onMethod whether the method itself is to be guarded, and not only what is guarded anyway
 * @param onClass whether the class is annotated: what is guarded anyway, and what the guard of annotated handlers guards
 * @param settings those of the method over those of the class
 */
record HandlerSettings(String handler, boolean exempt, boolean onMethod, boolean onClass, SourcedSettings settings) {

    static HandlerSettings of(HandlerMethod handler) {
        String name = nameOf(handler);
        Annotations onMethod = Annotations.of(handler.getMethod(), name);
        Class<?> type = ClassUtils.getUserClass(handler.getBeanType());
        Annotations onClass = Annotations.of(type, type.getSimpleName());
        boolean exempt =
                onMethod.exempt() || (onClass.exempt() && onMethod.settings().isEmpty());
        SourcedSettings settings = onMethod.settings()
                .orElse(SourcedSettings.NONE)
                .over(onClass.settings().orElse(SourcedSettings.NONE));
        return new HandlerSettings(
                name,
                exempt,
                onMethod.settings().isPresent(),
                onClass.settings().isPresent(),
                exempt ? SourcedSettings.NONE : settings);
    }

    boolean isAnnotated() {
        return exempt || onMethod || !settings.isEmpty();
    }

    private static String nameOf(HandlerMethod handler) {
        String parameters = Arrays.stream(handler.getMethod().getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
        return ClassUtils.getUserClass(handler.getBeanType()).getSimpleName() + "."
                + handler.getMethod().getName() + parameters;
    }

    private record Annotations(boolean exempt, Optional<SourcedSettings> settings) {

        static Annotations of(AnnotatedElement element, String name) {
            boolean exempt = AnnotatedElementUtils.hasAnnotation(element, NotIdempotent.class);
            Optional<Idempotent> annotation =
                    Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(element, Idempotent.class));
            if (exempt && annotation.isPresent()) {
                throw new CounterfoilStartUpException(
                        name + " is both @Idempotent and @NotIdempotent.", "Remove one of the two.");
            }
            return new Annotations(exempt, annotation.map(found -> read(found, name)));
        }

        private static SourcedSettings read(Idempotent annotation, String name) {
            try {
                return SourcedSettings.of(EndpointSettings.of(annotation), "@Idempotent on " + name);
            } catch (IllegalArgumentException refused) {
                throw new CounterfoilStartUpException(
                        "@Idempotent on " + name + " is invalid: " + refused.getMessage() + ".",
                        "Change the annotation.",
                        refused);
            }
        }
    }
}
