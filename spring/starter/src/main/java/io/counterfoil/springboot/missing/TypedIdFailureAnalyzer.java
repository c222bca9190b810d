package io.counterfoil.springboot.missing;

import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;

/** Explains a start that failed over a typed id, such as a property that Spring Boot cannot bind: the message of a cause names the class. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class TypedIdFailureAnalyzer implements FailureAnalyzer {

    private static final Pattern CLASS_NAME = Pattern.compile("[\\w$]+(?:\\.[\\w$]+)+");

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        if (!AddedModule.IDS.isMissing(loader())) {
            return null;
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CounterfoilStartUpException) {
                return null;
            }
            Optional<Class<?>> id = idNamedIn(String.valueOf(cause.getMessage()));
            if (id.isPresent()) {
                return new FailureAnalysis(
                        "%s%n%n%s is a typed ID, and %s is not on the class path."
                                .formatted(cause.getMessage(), id.get().getName(), AddedModule.IDS.artifact()),
                        AddedModule.IDS.remedy(),
                        cause);
            }
        }
        return null;
    }

    private static Optional<Class<?>> idNamedIn(String message) {
        return CLASS_NAME
                .matcher(message)
                .results()
                .map(name -> name.group())
                .filter(name -> ClassUtils.isPresent(name, loader()))
                .<Class<?>>map(name -> ClassUtils.resolveClassName(name, loader()))
                .filter(TypedIdSearch::isId)
                .findFirst();
    }

    private static @Nullable ClassLoader loader() {
        return ClassUtils.getDefaultClassLoader();
    }
}
